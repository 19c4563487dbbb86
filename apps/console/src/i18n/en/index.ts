import { common } from './common.js';
import { jobs } from './jobs.js';
import { manage } from './manage.js';
import { policies } from './policies.js';
import { see } from './see.js';
import { signIn } from './sign-in.js';

/** Every text that people read, by key. */
export const en = { ...common, ...signIn, ...see, ...policies, ...manage, ...jobs } as const;
