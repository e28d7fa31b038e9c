// Which fills the answer to a press has told of: who tells of fills as they happen leaves them out.
import { compare, type Decimal } from "./decimal";

interface Filled {
  id: string;
  /** How much of the order is filled by now. */
  filled: Decimal;
}

const kept = 500;
/** The latest stand last. */
const told = new Map<string, Decimal>();
const asked = new Set<Promise<unknown>>();

export function tell({ id, filled }: Filled): void {
  told.delete(id);
  told.set(id, filled);
  const oldest = told.size > kept ? told.keys().next().value : undefined;
  if (oldest !== undefined) told.delete(oldest);
}

export const isTold = ({ id, filled }: Filled): boolean =>
  compare(filled, told.get(id) ?? "0") <= 0;

/** The answer, whose notice is the receipt of what `of` finds filled in it. */
export async function withReceipt<Answer>(
  answer: Promise<Answer>,
  of: (answer: Answer) => Filled | undefined,
): Promise<Answer> {
  asked.add(answer);
  try {
    const given = await answer;
    const filled = of(given);
    if (filled) tell(filled);
    return given;
  } finally {
    asked.delete(answer);
  }
}

/** Once no such answer is on its way: the stream is often faster. */
export const answersGiven = (): Promise<unknown> => Promise.allSettled(asked);
