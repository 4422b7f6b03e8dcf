import { type Static, t } from 'elysia'
import { invalid } from '../errors.ts'
import { closed } from './schema.ts'

/** Query of a list (rule 2.14). A pattern, because a number in a query loses its name when it is refused. */
export const ListQuery = t.Object(
  {
    limit: t.Optional(t.String({ pattern: '^([1-9][0-9]?|100)$', description: '1 to 100' })),
    cursor: t.Optional(t.String({ maxLength: 200 })),
  },
  closed,
)

/** Returns how many rows of a list were asked for: 100 unless told. */
export const limitOf = ({ limit }: Static<typeof ListQuery>): number => Number(limit ?? 100)

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The id that a cursor stands for. Throws VALIDATION for one that no answer of ours gave (rule 2.14). */
export function readCursor(cursor: string): string {
  if (!uuid.test(cursor)) throw invalid('cursor', '"cursor" must be the nextCursor of the page before.')
  return cursor
}
