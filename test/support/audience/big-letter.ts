import { closeDb, openDb } from '../../../db/open.ts'
import { uuidV7 } from '../../../src/lib/hash/uuid.ts'
import { signUpAt, startProcess } from '../process.ts'

type RunSql = (sql: string, ...values: (string | number)[]) => unknown[][]

/** Does something to the database of a folder while no program runs. */
export function inDatabase<T>(dataDir: string, act: (run: RunSql) => T): T {
  const db = openDb(`${dataDir}/tapedeck.db`)
  try {
    return act((sql, ...values) => db.$client.query(sql).values(...values))
  } finally {
    closeDb(db)
  }
}

/**
 * Makes a site in an empty folder, with an artist whose mailing list has these addresses and a
 * letter to them that is due at a time (ms). No program runs afterwards.
 */
export async function writeBigLetter(
  dataDir: string,
  env: Record<string, string>,
  { emails, dueAt }: { emails: readonly string[]; dueAt: number },
): Promise<void> {
  const { cookie, path } = await withProgram(dataDir, env, async (program) => {
    const { cookie } = await signUpAt(program, 'nova')
    const { json } = await program.call('POST', '/api/studio/letters', { cookie, body: {} })
    const path = `/api/studio/letters/${String(Object(Reflect.get(Object(json), 'letter')).id)}`
    const body = { revision: 1, subject: 'A new casset', body: 'It is out.\n\n'.repeat(60) }
    await program.call('PATCH', path, { cookie, body })
    return { cookie, path }
  })
  inDatabase(dataDir, (run) => {
    const [[artistId] = []] = run('SELECT artist_id FROM letters')
    run('BEGIN')
    for (const [index, email] of emails.entries()) {
      const id = uuidV7(1_700_000_000_000 + index, crypto.getRandomValues(new Uint8Array(10)))
      run(
        `INSERT INTO mailing_consents (id, artist_id, email, text, given_at, given_from, key_hash)
          VALUES (?, ?, ?, 'Yes', 1, 'checkout', ?)`,
        id,
        String(artistId),
        email,
        id,
      )
    }
    run('COMMIT')
  })
  await withProgram(dataDir, env, async (program) => {
    const { status, text } = await program.call('POST', `${path}/schedule`, { cookie, body: { zone: 'UTC' } })
    if (status !== 200) throw new Error(`not scheduled: ${status} ${text}`)
  })
  inDatabase(dataDir, (run) => {
    run('UPDATE letters SET send_at = ?', dueAt)
    run("UPDATE jobs SET run_at = ? WHERE kind = 'gather-letter-readers'", dueAt)
  })
}

async function withProgram<T>(
  dataDir: string,
  env: Record<string, string>,
  act: (program: Awaited<ReturnType<typeof startProcess>>) => Promise<T>,
): Promise<T> {
  await using program = await startProcess({ dataDir, env })
  return await act(program)
}
