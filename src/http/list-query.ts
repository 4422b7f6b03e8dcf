import { t } from 'elysia'

/** Query of a list (contract 2). A pattern, because a number in a query loses its name when it is refused. */
export const ListQuery = t.Object(
  {
    limit: t.Optional(t.String({ pattern: '^([1-9][0-9]?|100)$', description: '1 to 100' })),
    cursor: t.Optional(t.String({ maxLength: 200 })),
  },
  { additionalProperties: false },
)
