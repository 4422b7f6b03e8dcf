import { expect, test } from 'bun:test'
import { provenanceCheck } from '../../src/release/provenance/provenance-check.ts'
import { runProgram } from '../support/process.ts'
import { publishedRelease } from '../support/release/release.ts'
import { isSigned } from '../support/release/verify.ts'
import { startServer } from '../support/server.ts'
import { world } from '../support/world.ts'

test('the doctor names each event that was altered in the file by hand, and finds nothing where nothing was', async () => {
  await using svc = await startServer()
  const { nova, dawn } = await world(svc)
  const id = await publishedRelease(svc, nova, [dawn.id])
  const { $client: sql } = svc.ctx.db
  expect(await provenanceCheck.look(svc.ctx)).toEqual({})
  sql.run('DROP TRIGGER release_events_no_update')
  sql.run('DROP TRIGGER log_nodes_no_update')
  // It refuses what is no JSON, which a damaged file can hold all the same.
  sql.run('DROP INDEX release_events_license')
  const write = (set: string, sequence: number, ...values: string[]) =>
    sql.run(`UPDATE release_events SET ${set} WHERE sequence = ${sequence}`, values)
  const asItWas = sql.query<{ sequence: number; event: string; hash: string }, []>(
    'SELECT sequence, event, event_hash AS hash FROM release_events',
  )
  const kept = asItWas.all()
  const fix = () => {
    for (const { sequence, event, hash } of kept) write('event = ?, event_hash = ?', sequence, event, hash)
  }
  const problem = async () => Object(await provenanceCheck.look(svc.ctx)).problem
  const twice = (kept[1]?.event ?? '').replace('"type":', '"type":"ANCHORED","type":')
  for (const event of [(kept[1]?.event ?? '').replace('nova', 'ada'), 'no JSON', 'null', twice]) {
    write('event = ?', 2, event)
    expect(await problem()).toBe(`event 2 of release ${id} was altered`)
  }
  // A forger who alters the hash too breaks the next link and the log.
  const forged = (kept[1]?.event ?? '').replace('nova', 'ada')
  write('event = ?, event_hash = ?', 2, forged, new Bun.CryptoHasher('sha256').update(forged).digest('hex'))
  expect(await problem()).toBe(
    `event 2 of release ${id} is not in the log; event 3 of release ${id} does not continue the one before`,
  )
  fix()
  expect(await problem()).toBeUndefined()
  sql.run("UPDATE log_nodes SET hash = x'00' WHERE level = 0 AND position = 3")
  expect(await problem()).toBe(`event 4 of release ${id} is not in the log`)
})

test('tapedeck keys rotate replaces the key under a serving instance; the old signature stays valid', async () => {
  await using svc = await startServer()
  const { nova, dawn, kettle } = await world(svc)
  const signatureOf = async (id: string) => Object((await svc.call('GET', `/api/agents/releases/${id}/manifest`)).json)
  const before = await signatureOf(await publishedRelease(svc, nova, [dawn.id]))
  const env = { DATA_DIR: svc.dataDir }
  const { exitCode, out } = await runProgram(['keys', 'rotate'], env)
  const keyOf = ({ signature }: { signature: { verificationMethod: string } }) =>
    signature.verificationMethod.split('#')[1]
  expect([exitCode, out]).toEqual([0, expect.stringContaining(`What ${keyOf(before)} signed stays valid.`)])
  const after = await signatureOf(await publishedRelease(svc, nova, [kettle.id]))
  expect(keyOf(after)).not.toBe(keyOf(before))
  for (const { manifest, signature } of [before, after]) expect(await isSigned(manifest, signature)).toBe(true)
  const did = Object((await svc.call('GET', '/.well-known/did.json')).json)
  expect(did.assertionMethod.map((method: string) => method.split('#')[1])).toEqual([keyOf(before), keyOf(after)])
  const usage = await runProgram(['keys'], env)
  expect([usage.exitCode, usage.out.trim()]).toEqual([1, 'Usage: tapedeck keys rotate'])
})
