import { expect, test } from 'bun:test'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../src/config.ts'
import { consistencyProof, type Hash, leafHash, nodeHash, type ReadNode, rootHash } from '../../src/lib/hash/merkle.ts'
import { headPath } from '../../src/lib/verify/check-witness.ts'
import { openCheckpoint } from '../../src/lib/verify/note/checkpoint.ts'
import { cosignatureBy, cosignedMessage, readWitnessKey } from '../../src/lib/verify/note/cosignature.ts'
import { keyId } from '../../src/lib/verify/note/note.ts'
import { privateKeyOf, publicBytesOf } from '../../src/release/signing/keys.ts'
import { signNote, verifierKey } from '../../src/release/signing/signed-note.ts'
import { startServer, type TestServer } from '../support/server.ts'

const origin = 'log.example/log'
const privateKey = privateKeyOf(new Uint8Array(32).fill(9))
const logKey = verifierKey(origin, publicBytesOf(privateKey))
const env = { WITNESSED_LOGS: logKey }

/** A log of entries that the test makes up; logs of one word begin alike. */
const nodesOf = (word: string, from = 0): ReadNode => {
  const read = (level: number, position: number): Hash => {
    if (level > 0) return nodeHash(read(level - 1, position * 2), read(level - 1, position * 2 + 1))
    return leafHash(Buffer.from(position < from ? `${position}` : `${position} ${word}`))
  }
  return read
}
const truth = nodesOf('')

function checkpointOf(size: number, read = truth, name = origin, key = privateKey): string {
  const root = Buffer.from(rootHash(read, size)).toString('base64')
  return signNote(`${name}\n${size}\n${root}\n`, name, key)
}

const proofOf = (old: number, size: number, read = truth) =>
  old === 0 || old === size ? [] : consistencyProof(read, old, size).map((hash) => Buffer.from(hash).toString('base64'))

const bodyOf = (old: number, note: string, proof: readonly string[]) => [`old ${old}`, ...proof, '', note].join('\n')

async function add(svc: TestServer, old: number, size: number, read = truth) {
  const body = bodyOf(old, checkpointOf(size, read), proofOf(old, size, read))
  return send(svc, body)
}

async function send(svc: TestServer, body: string) {
  // A log asks from its own machine, now and then.
  svc.tick(10_000)
  const answer = await svc.fetch('/witness/add-checkpoint', { method: 'POST', body })
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

const headOf = (svc: TestServer) => svc.fetch(`/witness/${headPath(origin)}`)

async function keyOn(svc: TestServer): Promise<string> {
  const [, key = ''] = /([\w.:-]+\/witness\+[0-9a-f]{8}\+\S+) http/.exec((await svc.call('GET', '/witness')).text) ?? []
  return key
}

test('a witness cosigns each head that continues the last one, and shows it with its line', async () => {
  await using svc = await startServer({ env })
  expect((await headOf(svc)).status).toBe(404)
  for (const [old, size] of [
    [0, 5],
    [5, 5],
    [5, 8],
    [8, 13],
  ] as const) {
    const { status, text } = await add(svc, old, size)
    const checkpoint = await openCheckpoint(checkpointOf(size) + text, [logKey], 'It')
    expect([status, await cosignatureBy(await keyOn(svc), checkpoint)]).toEqual([
      200,
      { name: expect.stringMatching(/^localhost:\d+\/witness$/), atMs: expect.any(Number) },
    ])
    expect(await (await headOf(svc)).text()).toBe(checkpointOf(size) + text)
  }
  expect((await svc.call('GET', '/witness')).text).toContain('13 entries signed on')
})

test('a witness never cosigns a fork, nor two heads that are asked for at once', async () => {
  await using svc = await startServer({ env })
  await add(svc, 0, 8)
  const fork = nodesOf('other', 6)
  expect(await add(svc, 8, 12, fork)).toMatchObject({ status: 422, text: '' })
  expect((await svc.call('GET', '/witness')).text).toContain('and was refused: it may have been rewritten.')
  expect(await add(svc, 6, 12, fork)).toEqual({ status: 409, type: 'text/x.tlog.size', text: '8\n' })
  expect(await add(svc, 0, 3)).toEqual({ status: 409, type: 'text/x.tlog.size', text: '8\n' })
  expect(await add(svc, 8, 8, fork)).toMatchObject({ status: 409, text: '' })
  const page = (await svc.call('GET', '/witness')).text
  expect(page).toContain('its key has signed two logs that contradict each other')
  const both = await Promise.all([add(svc, 8, 12), add(svc, 8, 11), add(svc, 8, 14)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const size = Number((await (await headOf(svc)).text()).split('\n')[1])
  expect(both.find(({ status }) => status === 409)?.text).toBe(`${size}\n`)
  expect(() => svc.ctx.db.$client.run('UPDATE cosigned_logs SET size = 2')).toThrow('cosigns no fork')
})

test('requests that are no request of tlog-witness are refused by its statuses, and change nothing', async () => {
  await using svc = await startServer({ env })
  await add(svc, 0, 5)
  const before = await (await headOf(svc)).text()
  const hash = 'A'.repeat(43)
  const foreign = privateKeyOf(new Uint8Array(32).fill(1))
  for (const [status, body] of [
    [400, ''],
    [400, 'old 05\n\n'],
    [400, bodyOf(-1, checkpointOf(8), [])],
    [400, bodyOf(5, 'nonsense', [])],
    [400, bodyOf(9, checkpointOf(8), [])],
    [400, bodyOf(5, checkpointOf(8), ['not a hash'])],
    [
      400,
      bodyOf(
        5,
        checkpointOf(8),
        Array.from({ length: 64 }, () => `${hash}=`),
      ),
    ],
    [400, bodyOf(5, signNote(`${origin}\n0\n${hash}=\n`, origin, privateKey), [])],
    [403, bodyOf(5, checkpointOf(8, truth, origin, foreign), proofOf(5, 8))],
    [404, bodyOf(5, checkpointOf(8, truth, 'other.example/log'), proofOf(5, 8))],
    [422, bodyOf(5, checkpointOf(8), [])],
    [422, bodyOf(5, checkpointOf(5), [`${hash}=`])],
    [422, bodyOf(5, checkpointOf(8), proofOf(5, 8).toReversed())],
    [413, `old 5\n\n${'x'.repeat(70_000)}`],
  ] as const) {
    expect([body.slice(0, 60), (await send(svc, body)).status]).toEqual([body.slice(0, 60), status])
  }
  expect(await (await headOf(svc)).text()).toBe(before)
  for (const path of ['/witness/x/checkpoint', `/witness/${'0'.repeat(64)}/checkpoint`]) {
    expect((await svc.fetch(path)).status).toBe(404)
  }
})

test('a site that witnesses nothing says so, and cosigns nothing', async () => {
  await using svc = await startServer()
  expect(await add(svc, 0, 5)).toMatchObject({ status: 404 })
  const page = (await svc.call('GET', '/witness')).text
  expect(page).toContain('This site witnesses no log.')
  expect(() => readConfig({ WITNESSED_LOGS: 'log.example' })).toThrow('must be keys of logs')
  expect(() => readConfig({ WITNESSED_LOGS: `${logKey}\n${logKey}` })).toThrow('must name each log once')
})

test('a witness that was restored from a backup takes a new key: under the old one it might cosign a fork', async () => {
  await using svc = await startServer({ env })
  await add(svc, 0, 5)
  const key = await keyOn(svc)
  expect(await add(svc, 5, 6)).toMatchObject({ status: 200 })
  expect(await keyOn(svc)).toBe(key)
  await Bun.write(join(svc.dataDir, 'copy'), await Bun.file(join(svc.dataDir, 'cosigned.json')).bytes())
  // A copy has another inode, as has every file that a restore has made.
  renameSync(join(svc.dataDir, 'copy'), join(svc.dataDir, 'cosigned.json'))
  expect(await add(svc, 6, 7)).toMatchObject({ status: 200 })
  expect(await keyOn(svc)).not.toBe(key)
  expect(svc.logged.join()).toContain('witness.new_key')
  const head = await openCheckpoint(await (await headOf(svc)).text(), [logKey], 'It')
  expect([await cosignatureBy(key, head), await cosignatureBy(await keyOn(svc), head)]).toMatchObject([
    undefined,
    { name: expect.any(String) },
  ])
})

test('cosignatures of ML-DSA-44 are verified, over the name of the witness and the head', async () => {
  const { ml_dsa44 } = await import('@noble/post-quantum/ml-dsa.js')
  const { publicKey, secretKey } = ml_dsa44.keygen(new Uint8Array(32).fill(3))
  const name = 'quantum.example/w'
  const material = Buffer.concat([Buffer.of(6), publicKey])
  const id = Buffer.from(keyId(name, material))
  const key = `${name}+${id.toString('hex')}+${material.toString('base64')}`
  const checkpoint = await openCheckpoint(checkpointOf(5), [logKey], 'It')
  const signed = (message: Uint8Array) => {
    const time = Buffer.alloc(8)
    time.writeBigUInt64BE(1_700_000_000n)
    const line = Buffer.concat([id, time, ml_dsa44.sign(message, secretKey)])
    return openCheckpoint(`${checkpoint.note}— ${name} ${line.toString('base64')}\n`, [logKey], 'It')
  }
  const message = cosignedMessage(name, 1_700_000_000, checkpoint)
  expect(Buffer.from(message.subarray(0, 12)).toString()).toBe('subtree/v1\n\0')
  const good = await signed(message)
  expect([readWitnessKey(key)?.kind, await cosignatureBy(key, good)]).toEqual([6, { name, atMs: 1_700_000_000_000 }])
  const other = await signed(cosignedMessage('another.example', 1_700_000_000, checkpoint))
  expect(await cosignatureBy(key, other)).toBeUndefined()
  expect(readWitnessKey(key.replace('+', '+0'))).toBeUndefined()
})
