import { type Static, t } from 'elysia'
import { uuidPattern } from '../../../lib/hash/uuid.ts'
import { closed } from './schema.ts'

/** Where a list's next page begins; a cursor that we did not give is refused (rule: paging). */
export const Cursor = t.String({ pattern: uuidPattern.source, description: 'the nextCursor of the page before' })

/** Query of a list (rule: paging). Patterns, as a refused number is reported without its name. */
export const ListQuery = t.Object(
  {
    limit: t.Optional(t.String({ pattern: '^([1-9][0-9]?|100)$', description: '1 to 100' })),
    cursor: t.Optional(Cursor),
  },
  closed,
)

/** Returns the page size of a list: 100 by default. */
export const limitOf = ({ limit }: Static<typeof ListQuery>): number => Number(limit ?? 100)
