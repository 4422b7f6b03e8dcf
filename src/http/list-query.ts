import { type Static, t } from 'elysia'
import { invalid } from '../errors.ts'
import { closed } from './schema.ts'

/** Query of a list (rule 2.14). A pattern, because a refused number in a query is reported without its name. */
export const ListQuery = t.Object(
  {
    limit: t.Optional(t.String({ pattern: '^([1-9][0-9]?|100)$', description: '1 to 100' })),
    cursor: t.Optional(t.String({ maxLength: 200 })),
  },
  closed,
)

/** Returns the page size of a list: 100 by default. */
export const limitOf = ({ limit }: Static<typeof ListQuery>): number => Number(limit ?? 100)

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns the id in a cursor. Throws VALIDATION for one that we did not issue (rule 2.14). */
export function readCursor(cursor: string): string {
  if (!uuid.test(cursor)) throw invalid('cursor', '"cursor" must be the nextCursor of the page before.')
  return cursor
}
