import { z } from 'zod/v4';
import { changedQuestions, mistakeInQuestions, questionsOf } from '../market/packets.ts';
import type { Packet, PacketSeed } from '../market/packets.ts';
import { endlinkUrlMistake } from '../service/endlink/endlink-url.ts';
import { mayBeMissing, webAddress } from './field-schemas.ts';

const name = z.string().min(1);

/** Schema of an endlink URL that a buyer enters. One of a scenario may have a mistake, so that a test can play it. @see interface §2.5 */
export const enteredEndlinkUrl = z.string().superRefine((url, context) => {
  const mistake = endlinkUrlMistake(url);
  if (mistake !== undefined) context.addIssue({ code: 'custom', message: mistake });
});

/** Creates the schema of an endlink question, which has all fields that a question may have. */
const endlinkQuestionWith = <T extends z.ZodType<string>>(endlink_url: T) =>
  z.strictObject({
    name: mayBeMissing(name.describe('Default: endlink')),
    answer_type: z.literal('endlink'),
    endlink_url,
  });

/** Schema of an endlink question of a scenario. */
export const endlinkQuestion = endlinkQuestionWith(webAddress);

/** Creates the fields of every packet except its id and its client. */
function packetFieldsWith<T extends z.ZodType<string>>(endlinkUrl: T) {
  // A name alone stands for a text question. See interface §1.4 §2.4.
  const question = z.union([
    name,
    z.strictObject({ name, answer_type: mayBeMissing(z.literal('text')) }),
    endlinkQuestionWith(endlinkUrl),
  ]);
  return {
    name: mayBeMissing(name),
    endlink_url: mayBeMissing(
      endlinkUrl.describe('short for a question "endlink" of the answer type endlink'),
    ),
    reward: mayBeMissing(z.number().min(0).describe('Default: 1 with an endlink, 0 without')),
    questions: mayBeMissing(z.array(question)),
  };
}

/** Fields of a packet of a scenario, except its id and its client. */
export const packetFields = packetFieldsWith(webAddress);

/** Fields of a packet that a buyer enters, except its id and its client. */
export const enteredPacketFields = packetFieldsWith(enteredEndlinkUrl);

/** Reports what is wrong with the questions of a packet. @see interface §1.4 */
export function checkQuestions(
  packet: Pick<PacketSeed, 'client_id' | 'endlink_url' | 'questions'>,
  context: z.RefinementCtx,
): void {
  const mistake = mistakeInQuestions(packet.client_id, questionsOf(packet));
  if (mistake) report(mistake, context);
}

/** Creates the schema of a change of a packet. Its client cannot be changed. */
export const packetChange = (packet: Packet) =>
  z
    .strictObject(enteredPacketFields)
    .transform(({ endlink_url, questions, ...others }, context) => {
      const changed = changedQuestions(packet.questions, {
        ...(endlink_url !== undefined && { endlink_url }),
        ...(questions !== undefined && { questions }),
      });
      const mistake = mistakeInQuestions(packet.client_id, changed);
      if (mistake) report(mistake, context);
      return { ...others, questions: changed };
    });

function report(
  [field, message]: NonNullable<ReturnType<typeof mistakeInQuestions>>,
  context: Pick<z.RefinementCtx, 'addIssue'>,
): void {
  context.addIssue({ code: 'custom', path: [field], message });
}
