import { testMutations } from '../test-support/mutations.ts';

testMutations(1, 4);
