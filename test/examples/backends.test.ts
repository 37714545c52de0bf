import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startStage, walkWithAnotherLogin } from './another-login.ts';
import type { Stage } from './another-login.ts';
import { EXAMPLES, FOLDER } from './examples.ts';
import { walkInBrowser } from './first-push.ts';
import { packPackage } from '../support/pack.ts';
import type { PackedPackage } from '../support/pack.ts';
import { installExample } from './installed-example.ts';
import type { InstalledExample } from './installed-example.ts';

/** For all of them: what is downloaded and built takes minutes on a slow machine. */
const timeout = 900_000;

describe('The examples of a backend in another server', { timeout }, () => {
  let packed: PackedPackage;
  before(
    () => {
      packed = packPackage();
    },
    { timeout },
  );

  after(() => packed.remove());

  for (const name of EXAMPLES) {
    describe(name, { timeout }, () => {
      let example: InstalledExample;
      before(
        async () => {
          example = await installExample(join(FOLDER, name), packed.archive);
          // With no variable of the backend set, and no secret.
          await example.build({ ORIGIN: example.origin });
        },
        { timeout },
      );
      after(() => example.remove());

      const onStage = async (walk: (stage: Stage) => Promise<void>) => {
        const stage = await startStage(example);
        try {
          await walk(stage);
        } catch (error) {
          console.error(stage.printed());
          throw error;
        } finally {
          await stage.close();
        }
      };

      it(
        'keeps the vaults of two users apart who sign in to the app in one browser, and forgets one',
        { timeout },
        () => onStage(walkWithAnotherLogin),
      );

      if (name === 'express' || name === 'next') {
        it('takes a first push in Chromium', { timeout }, () => onStage(walkInBrowser));
      }
    });
  }
});
