import { expect, test } from 'bun:test'
import { errorResponse, toAppError } from '../../src/platform/http/answer/error-response.ts'
import { diskFull } from '../../src/platform/http/disk-full.ts'
import { createLog } from '../../src/platform/log.ts'
import { rowsOf } from '../support/account/account.ts'
import { startServer } from '../support/server.ts'
import { cast } from '../support/world.ts'

const log = createLog('silent', () => {}, Date.now)
const fault = (code: string, cause?: unknown) => Object.assign(new Error('insides', { cause }), { code })

test.each(['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_IOERR_WRITE'])(
  '%s is a full disk, however deep it lies in what was thrown',
  (code) => {
    const told = {
      code: 'UNAVAILABLE',
      message: 'There is not enough disk space to store this.',
      detail: { retryAfter: 600 },
    }
    expect(diskFull(log, fault(code))).toMatchObject(told)
    expect(diskFull(log, new Error('query failed', { cause: fault('OTHER', fault(code)) }))).toMatchObject(told)
  },
)

test.each(['EROFS', 'EACCES', 'EPERM', 'SQLITE_READONLY', 'SQLITE_CANTOPEN'])(
  '%s is a disk that takes nothing',
  (code) => {
    const told = { code: 'UNAVAILABLE', message: 'Nothing can be stored right now: the disk may not be written to.' }
    expect(diskFull(log, fault(code))).toMatchObject(told)
  },
)

test.each(['ENOENT', 'SQLITE_BUSY', 'SQLITE_CONSTRAINT', 'SQLITE_FULLER', 'XENOSPC', ''])('%j is none', (code) => {
  expect(diskFull(log, fault(code))).toBeUndefined()
  expect(diskFull(log, { code: 'ENOSPC' })).toBeUndefined()
})

test('a database that cannot grow is answered 503 with Retry-After, is logged, and keeps nothing of the request', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  const { $client } = svc.ctx.db
  const [[pages] = []] = $client.query('PRAGMA page_count').values()
  $client.run(`PRAGMA max_page_count = ${Number(pages) + 2}`)
  const body = { cassetId: nova.cassetId, label: 'Tour', count: 1_000 }
  const answer = await svc.call('POST', '/api/studio/codes', { cookie: nova.cookie, body })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '600'])
  expect(answer.json).toMatchObject({ error: 'There is not enough disk space to store this.', code: 'UNAVAILABLE' })
  expect([rowsOf(svc, 'codes'), rowsOf(svc, 'code_batches')]).toEqual([[], []])
  expect(svc.logged.join()).toContain('the disk is full')
  expect((await svc.call('GET', '/api/auth/session', { cookie: nova.cookie })).status).toBe(200)
})

test.each([fault('SQLITE_BUSY'), new Error('query failed', { cause: fault('SQLITE_BUSY') })])(
  'a database that another program has locked is answered 503 with Retry-After, and nothing of the query is told',
  (thrown) => {
    const answer = errorResponse(toAppError(thrown, log, 'r-1'))
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30'])
  },
)

test('a fault of ours is logged with its code, and without what people wrote', () => {
  const lines: string[] = []
  const loud = createLog('info', (line) => lines.push(line), Date.now)
  expect(toAppError(fault('SQLITE_CORRUPT'), loud, 'r-1').code).toBe('INTERNAL')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { fault: 'Error', code: 'SQLITE_CORRUPT', requestId: 'r-1' },
  ])
  expect(lines.join()).not.toContain('insides')
})
