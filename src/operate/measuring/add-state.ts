import { count, isNull, min, sql } from 'drizzle-orm'
import { Counter, Gauge, type Registry } from 'prom-client'
import { ledgerAccounts, ledgerBalances } from '../../../db/schema/books/ledger.ts'
import { jobs } from '../../../db/schema/platform/job.ts'
import { mails } from '../../../db/schema/platform/mail.ts'
import { webhookEvents } from '../../../db/schema/platform/payment.ts'
import type { Ctx } from '../../context.ts'
import { certificateRow } from '../../platform/certificate/certificate.ts'
import { edgesOf } from '../../platform/edge/relay/edges.ts'
import { relayOf } from '../../platform/edge/relay/start-relay.ts'
import { reservedBytes } from '../../platform/storage/keep-free.ts'
import type { Usage } from '../../platform/usage.ts'
import { version } from '../../platform/version.ts'
import { readRuns } from '../backup/runs.ts'
import { readFindings } from '../doctor/findings.ts'

type Value = { labels?: Record<string, string>; value: number }

/** Adds figures that are read at each scrape. Each comes from an index or a kept sum. */
export function addState(present: () => Ctx, registry: Registry, usage: () => Usage): void {
  const ctx = present()
  const startedSec = (ctx.now() - ctx.monotonicMs()) / 1_000
  const gauge = (name: string, help: string, read: () => readonly Value[], labelNames: readonly string[] = []) => {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset()
        for (const { labels = {}, value } of read()) this.set(labels, value)
      },
    })
  }
  const counter = (name: string, help: string, read: () => number) => {
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  }
  const one = (read: () => number) => () => [{ value: read() }]

  gauge('tapedeck_build_info', 'The version that runs.', () => [{ labels: { version }, value: 1 }], ['version'])
  counter('process_cpu_seconds_total', 'Processor time of all threads.', () => usage().cpuMs / 1_000)
  gauge(
    'process_resident_memory_bytes',
    'Memory that is held.',
    one(() => usage().rssBytes),
  )
  gauge(
    'process_start_time_seconds',
    'When the process started, in seconds since 1970.',
    one(() => startedSec),
  )
  gauge(
    'tapedeck_disk_free_bytes',
    'Free on the disk of the data folder.',
    one(() => ctx.disk.freeBytes()),
  )
  gauge(
    'tapedeck_disk_size_bytes',
    'Size of that disk.',
    one(() => ctx.disk.totalBytes()),
  )
  gauge(
    'tapedeck_disk_kept_bytes',
    'What uploads leave free on it.',
    one(() => reservedBytes(present())),
  )
  gauge(
    'tapedeck_database_bytes',
    'Size of the database.',
    one(() => databaseBytes(ctx)),
  )
  addCertificate(ctx, gauge)
  addHealth(ctx, gauge)
  addQueues(ctx, gauge)
  addMoney(present, gauge)
  addRooms(ctx, gauge, counter)
}

type AddGauge = (name: string, help: string, read: () => readonly Value[], labelNames?: readonly string[]) => void
type AddCounter = (name: string, help: string, read: () => number) => void

// Raw: pragmas as tables.
const databaseBytes = ({ db }: Ctx): number =>
  db.get<[number]>(sql`SELECT page_count * page_size FROM pragma_page_count, pragma_page_size`)?.[0] ?? 0

/** Only of a name under which the program serves HTTPS by itself. */
function addCertificate(ctx: Ctx, gauge: AddGauge): void {
  const { domain } = ctx.config
  if (domain === undefined) return
  const validSec = () => {
    const notAfter = certificateRow(ctx, domain)?.notAfter ?? null
    return notAfter === null ? 0 : (notAfter - ctx.now()) / 1_000
  }
  const help = 'How long the certificate stays valid: 0 before there is one, and less once it has expired.'
  const read = () => [{ labels: { domain }, value: validSec() }]
  gauge('tapedeck_certificate_valid_seconds', help, read, ['domain'])
}

function addHealth(ctx: Ctx, gauge: AddGauge): void {
  const age = () => {
    const good = readRuns(ctx).goodBackup
    return [{ value: good ? (ctx.now() - good.startedAt) / 1_000 : Number.POSITIVE_INFINITY }]
  }
  gauge('tapedeck_backup_age_seconds', 'How old the newest good backup is: +Inf where there is none.', age)
  const problems = () => readFindings(ctx).map(({ name, ok }) => ({ labels: { check: name }, value: ok ? 0 : 1 }))
  gauge('tapedeck_doctor_problems', 'Whether a check of the doctor found a problem when it last looked.', problems, [
    'check',
  ])
}

function addQueues(ctx: Ctx, gauge: AddGauge): void {
  const { db, now } = ctx
  const byKind = () =>
    db
      .select({ state: jobs.state, kind: jobs.kind, n: count() })
      .from(jobs)
      .groupBy(jobs.state, jobs.kind)
      .all()
      .map(({ state, kind, n }) => ({ labels: { state: state.toLowerCase(), kind }, value: n }))
  gauge('tapedeck_jobs', 'Jobs that wait, run, or failed for good.', byKind, ['state', 'kind'])
  gauge('tapedeck_job_lateness_seconds', 'How long the job waits that is due the longest.', () => {
    const due =
      db
        .select({ at: min(jobs.runAt) })
        .from(jobs)
        .where(sql`${jobs.state} = 'READY'`)
        .get()?.at ?? null
    return [{ value: due === null ? 0 : Math.max(0, now() - due) / 1_000 }]
  })
  const unsent = () => db.select({ n: count() }).from(mails).where(isNull(mails.sentAt)).get()?.n ?? 0
  gauge('tapedeck_mails_unsent', 'Emails that are not sent: they wait, or were given up.', () => [{ value: unsent() }])
  const unprocessed = () =>
    db.select({ n: count() }).from(webhookEvents).where(isNull(webhookEvents.processedAt)).get()?.n ?? 0
  gauge('tapedeck_webhook_events_waiting', 'Events of the processor that wait.', () => [{ value: unprocessed() }])
}

function addMoney(present: () => Ctx, gauge: AddGauge): void {
  const balances = () =>
    present()
      .db.select({ kind: ledgerAccounts.kind, currency: ledgerAccounts.currency, minor: ledgerBalances.amountMinor })
      .from(ledgerAccounts)
      .innerJoin(ledgerBalances, sql`${ledgerBalances.accountId} = ${ledgerAccounts.id}`)
      .where(sql`${ledgerAccounts.artistId} IS NULL AND ${ledgerAccounts.mode} = ${present().config.paymentMode}`)
      .all()
      .map(({ kind, currency, minor }) => ({ labels: { account: kind.toLowerCase(), currency }, value: minor }))
  const help = 'What the accounts of the instance hold, in minor units: buyers is minus what was paid.'
  gauge('tapedeck_ledger_minor_units', help, balances, ['account', 'currency'])
}

function addRooms(ctx: Ctx, gauge: AddGauge, counter: AddCounter): void {
  const { bus, hub, config } = ctx
  gauge('tapedeck_room_sessions', 'Sessions that listen in rooms.', () => [{ value: hub.sessions().size }])
  let told = 0
  bus.follow((_, { kind }) => {
    if (kind === 'stored') told += 1
  })
  counter('tapedeck_room_events_total', 'Comments, activity and tips that rooms were told.', () => told)
  if (!config.relay) return
  const edges = () => edgesOf(ctx).vitals()
  gauge('tapedeck_relay_up', 'Whether Redis takes and gives.', () => [{ value: relayOf(ctx)?.isUp() ? 1 : 0 }])
  counter('tapedeck_relay_dropped_total', 'News that never reached Redis; edges ask for it.', () => {
    return relayOf(ctx)?.dropped() ?? 0
  })
  gauge('tapedeck_edges', 'Edges that gave a sign of life lately.', () => [{ value: edges().length }])
  const each = (name: string, help: string, of: (edge: ReturnType<typeof edges>[number]) => number) =>
    gauge(name, help, () => edges().map((edge) => ({ labels: { edge: edge.at, process: edge.id }, value: of(edge) })), [
      'edge',
      'process',
    ])
  each('tapedeck_edge_listeners', 'Open streams on an edge.', ({ listeners }) => listeners)
  each('tapedeck_edge_rooms', 'Rooms that are open on an edge.', ({ rooms }) => rooms)
  each('tapedeck_edge_resident_memory_bytes', 'Memory of an edge.', ({ rssBytes }) => rssBytes)
  each('tapedeck_edge_cpu_seconds', 'Processor time of an edge.', ({ cpuMs }) => cpuMs / 1_000)
  each('tapedeck_edge_lag_seconds', 'How late news came to an edge.', ({ lagMs }) => lagMs / 1_000)
}
