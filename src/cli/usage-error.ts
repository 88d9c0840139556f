/** The command was used wrongly: exit code 2. The message is one line for people, without a full stop. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
