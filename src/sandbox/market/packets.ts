/** A question that is answered with a text. The interface names no answer type but "Endlink". @see interface §2.4 */
export interface TextQuestion {
  /** The key of its answer in a push. @see interface §2.4 */
  name: string;
  answer_type: 'text';
}

/** A question of answer type "Endlink": the seller answers it on the buyer's site. @see interface §1.4 */
export interface EndlinkQuestion {
  name: string;
  answer_type: 'endlink';
  /** The buyer's address, with variables or without. @see interface §2.5 */
  endlink_url: string;
}

/** One question of a packet. */
export type Question = TextQuestion | EndlinkQuestion;

/** Questions that a buyer asks sellers, and the reward. @see interface §1.1 §1.4 */
export interface Packet {
  id: string;
  name: string;
  /** The client that created it, the only one that may push into it; `null`: no client may push into it. @see interface §1.3 */
  client_id: string | null;
  /** Pay of a seller, in whole units of the marketplace's currency. */
  reward: number;
  /** At least one question, and at most one with an endlink. */
  questions: readonly Question[];
}

/** An initial question: the name of a text question, or a whole question. Default name of an endlink question: `endlink`. */
export type QuestionSeed =
  | string
  | { name: string; answer_type?: 'text' }
  | { name?: string; answer_type: 'endlink'; endlink_url: string };

/** An initial packet. Defaults: the next id and name, a reward of 1 with an endlink and of 0 without. */
export interface PacketSeed {
  id?: string;
  name?: string;
  /** Required for a packet without an endlink. */
  client_id?: string | null;
  /** Short form of an endlink question, placed before all others. */
  endlink_url?: string;
  reward?: number;
  questions?: readonly QuestionSeed[];
}

/** Default name of an endlink question. */
const ENDLINK_NAME = 'endlink';

/** Returns the endlink question of a packet. @see interface §1.4 */
export const endlinkOf = ({ questions }: Pick<Packet, 'questions'>): EndlinkQuestion | undefined =>
  questions.find((question) => question.answer_type === 'endlink');

/** Returns the questions that a push answers. @see interface §2.4 */
export const textQuestionsOf = ({ questions }: Pick<Packet, 'questions'>): TextQuestion[] =>
  questions.filter((question) => question.answer_type === 'text');

/** Returns all questions of a packet in their full form. */
export const questionsOf = ({
  endlink_url,
  questions = [],
}: Pick<PacketSeed, 'endlink_url' | 'questions'>): Question[] => [
  ...(endlink_url === undefined ? [] : [endlinkQuestion(endlink_url)]),
  ...questions.map(questionOf),
];

/**
 * Returns the questions of a packet after a change. `endlink_url` changes or adds the endlink. `questions` replaces the text questions, and the endlink
 * too if it holds one.
 */
export function changedQuestions(
  before: readonly Question[],
  { endlink_url, questions }: Pick<PacketSeed, 'endlink_url' | 'questions'>,
): Question[] {
  const named = questions?.map(questionOf) ?? before;
  const kept = endlinkOf({ questions: before });
  const all =
    kept && !endlinkOf({ questions: named }) && !named.includes(kept) ? [kept, ...named] : named;
  if (endlink_url === undefined) return [...all];
  const endlink = endlinkOf({ questions: all });
  if (!endlink) return [endlinkQuestion(endlink_url), ...all];
  return all.map((one) => (one === endlink ? { ...endlink, endlink_url } : one));
}

/** An invalid field of a packet, and the end of a sentence that says why. */
export type PacketMistake = readonly [
  field: 'client_id' | 'endlink_url' | 'questions',
  message: string,
];

/** Returns the first mistake in the questions of a packet. */
export function mistakeInQuestions(
  clientId: string | null | undefined,
  questions: readonly Question[],
): PacketMistake | undefined {
  const endlinks = questions.filter(({ answer_type }) => answer_type === 'endlink');
  if (endlinks.length > 1) return ['questions', 'must have one endlink at most'];
  if (new Set(questions.map(({ name }) => name)).size !== questions.length) {
    return ['questions', 'must differ from one another'];
  }
  const isOfClient = typeof clientId === 'string';
  if (!questions.length) {
    return isOfClient
      ? ['questions', 'must have at least one question']
      : ['endlink_url', 'must be there, or client_id and questions'];
  }
  if (!endlinks.length && !isOfClient) {
    return ['client_id', 'must be there for a packet without an endlink'];
  }
  return undefined;
}

function questionOf(seed: QuestionSeed): Question {
  if (typeof seed === 'string') return { name: seed, answer_type: 'text' };
  if (seed.answer_type !== 'endlink') return { name: seed.name, answer_type: 'text' };
  return endlinkQuestion(seed.endlink_url, seed.name);
}

const endlinkQuestion = (endlink_url: string, name = ENDLINK_NAME): EndlinkQuestion => ({
  name,
  answer_type: 'endlink',
  endlink_url,
});
