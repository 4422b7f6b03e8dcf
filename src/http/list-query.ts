import { t } from 'elysia'
import { invalid } from '../errors.ts'

/** Query of a list (rule 2.14). A pattern, because a number in a query loses its name when it is refused. */
export const ListQuery = t.Object(
  {
    limit: t.Optional(t.String({ pattern: '^([1-9][0-9]?|100)$', description: '1 to 100' })),
    cursor: t.Optional(t.String({ maxLength: 200 })),
  },
  { additionalProperties: false },
)

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The id that a cursor stands for. Throws VALIDATION for one that no answer of ours gave (rule 2.14). */
export function readCursor(cursor: string): string {
  if (!uuid.test(cursor)) throw invalid('cursor', '"cursor" must be the nextCursor of the page before.')
  return cursor
}
