import { testMutations } from '../test-support/mutations.ts';

testMutations(3, 4);
