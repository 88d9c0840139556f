import { testMutations } from '../test-support/mutations.ts';

testMutations(0, 4);
