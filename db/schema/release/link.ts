import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Links to works made from a release: another release here, or a work elsewhere. */
export const releaseLinks = sqliteTable('release_links', {
  id: text().primaryKey(),
  sourceReleaseId: text('source_release_id').notNull(),
  derivativeReleaseId: text('derivative_release_id'),
  externalUrl: text('external_url'),
  externalTitle: text('external_title'),
  externalCreator: text('external_creator'),
  relation: text({
    enum: ['REMIX', 'ALTERNATE_VERSION', 'SAMPLE', 'VISUAL_REINTERPRETATION', 'AI_ASSISTED_DERIVATIVE'],
  }).notNull(),
  agentKey: text('agent_key'),
  /** The agent that signed its request: the origin of its key directory. */
  agent: text(),
  note: text(),
  registeredAt: integer('registered_at').notNull(),
})

/**
 * Works that an artist removed from a release for good, by the id of the other release or by its
 * address.
 */
export const refusedDerivatives = sqliteTable(
  'refused_derivatives',
  {
    releaseId: text('release_id').notNull(),
    derivative: text().notNull(),
    refusedAt: integer('refused_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.releaseId, table.derivative] })],
)

/** Agents from whom an artist takes no links. */
export const refusedAgents = sqliteTable(
  'refused_agents',
  {
    cassetId: text('casset_id').notNull(),
    agent: text().notNull(),
    refusedAt: integer('refused_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.cassetId, table.agent] })],
)
