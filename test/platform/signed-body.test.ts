import { expect, test } from 'bun:test'
import { type Covered, digestOf, without } from '../support/platform/agent.ts'
import { asked, askSigned, checkPath, withAgent } from '../support/release/agent.ts'
import { decide } from '../support/release/release.ts'

test('a signature counts for the method, the target and the body that it covers; one that covers less names nobody', async () => {
  const { agent, svc, id, nova } = await withAgent()
  await using _ = svc
  await using __ = agent
  const url = svc.url + checkPath(id)
  const [host, path] = [new URL(url).host, checkPath(id)]
  const told = async (headers: Record<string, string>) => {
    const answer = await askSigned(svc, id, headers)
    return [answer.status, Object(answer.json).agent, answer.headers.get('accept-signature')]
  }
  const inParts = (whole: Covered) => ({
    ...without('"@target-uri"')(whole),
    '"@authority"': host,
    '"@path"': path,
  })
  const named = [200, agent.origin, null]
  expect(await told(agent.headersByHand(url, asked, { covers: inParts }))).toEqual(named)
  const both = `md5=:AA==:, ${digestOf(asked, ['sha-512', 'sha512'])}, ${digestOf(asked)}`
  expect(await told(agent.headersByHand(url, asked, { digest: both }))).toEqual(named)
  const nobody = [
    200,
    null,
    'sig1=("@method" "@target-uri" "content-digest" "signature-agent";key="sig1");created;expires;tag="web-bot-auth"',
  ]
  const onlyAuthority = (whole: Covered) => ({
    '"@authority"': host,
    ...without('"@method"', '"@target-uri"', '"content-digest"')(whole),
  })
  for (const covers of [
    without('"@method"'),
    without('"@target-uri"'),
    without('"content-digest"'),
    onlyAuthority,
    (whole: Covered) => without('"@path"')(inParts(whole)),
    (whole: Covered) => without('"@authority"')(inParts(whole)),
    // A part of the header is not the whole of it.
    (whole: Covered) => ({
      ...without('"content-digest"')(whole),
      '"content-digest";key="sha-256"': digestOf(asked).slice('sha-256='.length),
    }),
  ])
    expect(await told(agent.headersByHand(url, asked, { covers }))).toEqual(nobody)
  // A query belongs to the target.
  const withQuery = async (covers: (whole: Covered) => Covered) => {
    const headers = agent.headersByHand(`${url}?x=1`, asked, { covers })
    return Object((await svc.call('POST', `${path}?x=1`, { body: asked, headers })).json).agent
  }
  expect(await withQuery(inParts)).toBeNull()
  expect(await withQuery((whole) => ({ ...inParts(whole), '"@query"': '?x=1' }))).toBe(agent.origin)

  // Signed words are not taken elsewhere, by another method, or with other words.
  const claims = `/api/agents/releases/${id}/claims`
  await decide(svc, nova, id, { scope: 'derivative-registration', decision: 'ALLOW' })
  const claim = (title: string) => ({
    relation: 'REMIX',
    derivative: { url: 'https://a.example/1', title, creator: 'A' },
  })
  const send = async (headers: Record<string, string>, title = 'One') => {
    const answer = await svc.call('POST', claims, { body: claim(title), headers })
    return [answer.status, answer.headers.get('accept-signature') !== null]
  }
  const good = agent.headersByHand(svc.url + claims, claim('One'))
  expect(await send(good, 'Two')).toEqual([401, false])
  expect(await send(agent.headersByHand(url, claim('One')))).toEqual([401, false])
  const byGet = (whole: Covered) => ({ ...whole, '"@method"': 'GET' })
  expect(await send(agent.headersByHand(svc.url + claims, claim('One'), { covers: byGet }))).toEqual([401, false])
  expect(await send(agent.headersByHand(svc.url + claims, claim('One'), { covers: onlyAuthority }))).toEqual([
    401,
    true,
  ])
  // The one that was refused with other words counts with its own: nothing was spent on it.
  expect(await send(good)).toEqual([201, false])
  expect(await send(good)).toEqual([401, false])
})
