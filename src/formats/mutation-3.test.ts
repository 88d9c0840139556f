import { testMutations } from '../test-support/mutations.ts';

testMutations(2, 4);
