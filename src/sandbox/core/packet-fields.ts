import { z } from 'zod/v4';
import { changedQuestions, mistakeInQuestions, questionsOf } from '../market/packets.ts';
import type { Packet, PacketSeed } from '../market/packets.ts';
import { mayBeMissing, webAddress } from './field-schemas.ts';

const name = z.string().min(1);

/** Schema of an endlink question, which has all fields that a question may have. */
export const endlinkQuestion = z.strictObject({
  name: mayBeMissing(name.describe('Default: endlink')),
  answer_type: z.literal('endlink'),
  endlink_url: webAddress,
});

/** Schema of a question. A name alone stands for a text question. @see interface §1.4 §2.4 */
const question = z.union([
  name,
  z.strictObject({ name, answer_type: mayBeMissing(z.literal('text')) }),
  endlinkQuestion,
]);

/** Fields of every packet except its id and its client. */
export const packetFields = {
  name: mayBeMissing(name),
  endlink_url: mayBeMissing(
    webAddress.describe('short for a question "endlink" of the answer type endlink'),
  ),
  reward: mayBeMissing(z.number().min(0).describe('Default: 1 with an endlink, 0 without')),
  questions: mayBeMissing(z.array(question)),
};

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
  z.strictObject(packetFields).transform(({ endlink_url, questions, ...others }, context) => {
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
