declare module 'gltf-validator' {
  export interface ValidatorMessage {
    readonly code: string;
    readonly message: string;
    /** 0 error, 1 warning, 2 information, 3 hint. */
    readonly severity: 0 | 1 | 2 | 3;
    readonly pointer?: string;
    readonly offset?: number;
  }

  export interface ValidatorReport {
    readonly issues: {
      readonly numErrors: number;
      readonly numWarnings: number;
      readonly numInfos: number;
      readonly numHints: number;
      readonly messages: readonly ValidatorMessage[];
      readonly truncated: boolean;
    };
    readonly info: Readonly<Record<string, unknown>>;
  }

  export interface ValidatorOptions {
    readonly uri?: string;
    readonly format?: 'glb' | 'gltf';
    readonly externalResourceFunction?: (uri: string) => Promise<Uint8Array>;
    readonly writeTimestamp?: boolean;
    readonly maxIssues?: number;
    readonly ignoredIssues?: readonly string[];
    readonly onlyIssues?: readonly string[];
    readonly severityOverrides?: Readonly<Record<string, number>>;
  }

  export function version(): string;
  export function validateBytes(data: Uint8Array, options?: ValidatorOptions): Promise<ValidatorReport>;
  export function validateString(json: string, options?: ValidatorOptions): Promise<ValidatorReport>;
}
