import { expect, test } from 'bun:test'
import { bucketCheck, refuseUnusableBucket } from '../../../src/platform/bucket/bucket-check.ts'
import { type Between, startBucket } from '../../support/platform/bucket.ts'
import { forgetCopies, withTrack } from '../../support/platform/bucket-track.ts'
import { png } from '../../support/platform/picture.ts'
import { startServer } from '../../support/server.ts'

const answers = (status: number, code: string) => () =>
  new Response(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`, { status })
const isWrite = ({ method }: Request) => method === 'PUT'

test.each<[string, Between, RegExp]>([
  ['does not exist', answers(404, 'NoSuchBucket'), /There is no such bucket.*Create the bucket/],
  ['is not ours', answers(403, 'AccessDenied'), /refuses these keys.*S3_ACCESS_KEY_ID/],
  ['has other keys by now', answers(403, 'InvalidAccessKeyId'), /refuses these keys/],
  ['may only be read', (request) => (isWrite(request) ? answers(403, 'AccessDenied')() : undefined), /not written to/],
  ['is in another region', answers(301, 'PermanentRedirect'), /another region.*S3_REGION/],
  ['has another clock', answers(403, 'RequestTimeTooSkewed'), /clock of this machine/],
  [
    'forgets what was just written',
    (request, at) => (request.method === 'GET' && at.startsWith('trial-') ? new Response('old') : undefined),
    /could not be read a moment later/,
  ],
])('a site is not served from a bucket that %s, and the doctor says why', async (_, between, said) => {
  await using bucket = await startBucket()
  await using svc = await startServer({ env: bucket.env })
  bucket.between = between
  await expect(refuseUnusableBucket(svc.ctx)).rejects.toThrow(said)
  expect((await bucketCheck.look(svc.ctx)).problem).toContain('s3://music/tapes')
  bucket.between = () => undefined
  await refuseUnusableBucket(svc.ctx)
  expect((await bucketCheck.look(svc.ctx)).problem).toBeUndefined()
})

test('a full bucket refuses uploads with the reason, sends what it has, and takes files again once there is room', async () => {
  await using bucket = await startBucket()
  const { svc, nova, listen } = await withTrack(bucket.env)
  await using _ = svc
  bucket.between = (request) => (isWrite(request) ? answers(507, 'QuotaExceeded')() : undefined)
  await refuseUnusableBucket(svc.ctx)
  expect((await bucketCheck.look(svc.ctx)).problem).toContain('The bucket is full')
  const picture = png(4, 4, () => [200, 100, 50])
  const upload = () => {
    const body = new FormData()
    body.set('file', new File([picture], 'x.png'))
    return svc.fetch('/api/studio/assets', { method: 'POST', headers: { cookie: nova.cookie }, body })
  }
  const refused = await upload()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '600'])
  expect(await refused.text()).toContain('There is no room to store this.')
  forgetCopies(svc)
  expect((await listen()).status).toBe(200)
  bucket.between = () => undefined
  expect((await bucketCheck.look(svc.ctx)).problem).toBeUndefined()
  expect((await upload()).status).toBe(201)
})

test('the doctor says that a bucket keeps old versions, and by how much its clock is another one', async () => {
  await using bucket = await startBucket()
  await using svc = await startServer({ env: bucket.env })
  const look = async (name: string, value: string) => {
    bucket.between = async (request) => {
      const answer = await bucket.pass(request)
      const headers = new Headers(answer.headers)
      headers.set(name, value)
      return new Response(answer.body, { status: answer.status, headers })
    }
    return bucketCheck.look(svc.ctx)
  }
  expect((await look('x-amz-version-id', 'null')).note).not.toContain('versions')
  const versioned = await look('x-amz-version-id', '3HL4kqtJvjVBH40Nrjfkd')
  expect([versioned.problem, versioned.note]).toEqual([undefined, expect.stringContaining('keeps old versions')])
  for (const [aheadMs, said] of [
    [300_000, 'behind'],
    [-300_000, 'ahead of'],
  ] as const) {
    const { problem } = await look('date', new Date(Date.now() + aheadMs).toUTCString())
    expect(problem).toMatch(new RegExp(`^the clock of this machine is (?:29[89]|30[01]) s ${said}`))
  }
})

test('a bucket is served by the deck that began it and by no other', async () => {
  await using bucket = await startBucket()
  await using svc = await startServer({ env: bucket.env })
  await using other = await startServer({ env: bucket.env })
  await refuseUnusableBucket(svc.ctx)
  await expect(refuseUnusableBucket(other.ctx)).rejects.toThrow(/belongs to another Tapedeck.*another bucket or prefix/)
})

test('a site is served while its bucket cannot be reached, and refuses uploads before it reads them', async () => {
  await using bucket = await startBucket()
  const { svc, nova, listen } = await withTrack(bucket.env)
  await using _ = svc
  bucket.between = () => new Response('', { status: 503 })
  await refuseUnusableBucket(svc.ctx)
  expect(svc.logged.join('\n')).toContain('the bucket cannot be used now')
  expect((await listen()).status).toBe(200)
  const body = new FormData()
  body.set('file', new File(['x'], 'x.png'))
  const answer = await svc.fetch('/api/studio/assets', { method: 'POST', headers: { cookie: nova.cookie }, body })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30'])
  forgetCopies(svc)
  expect((await listen()).status).toBe(503)
  bucket.between = () => undefined
  expect((await listen()).status).toBe(200)
})
