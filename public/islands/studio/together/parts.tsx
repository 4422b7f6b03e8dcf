import { measureText } from '../../../../src/lib/language/formats.ts'
import { say } from '../../../../src/lib/language/say.ts'
import type { CoCasset } from '../../../../src/room/co-casset/model.ts'
import { api } from '../../../lib/api.ts'
import { inParts } from '../../../lib/in-parts.tsx'
import type { Sharing } from './co-casset.tsx'

const written = (percent: number | undefined) => (percent === undefined ? '–' : `${measureText(percent)} %`)

export function Parts({ sharing: { coCasset, viewer, change } }: { sharing: Sharing }) {
  const { slug, members, splits, proposal, creator, state } = coCasset.value
  const proposer = members.find(({ handle }) => handle === proposal?.by)
  const mayAccept = state === 'MEMBER' && proposal !== null && !proposal.accepted.includes(viewer)
  const waitsFor = members.filter((each) => each.state === 'MEMBER' && !proposal?.accepted.includes(each.handle))
  const agree = (splitsId: string) => change(() => api['co-cassets']({ slug }).splits.accept.post({ splitsId }))
  return (
    <section aria-labelledby="parts">
      <h2 id="parts">{say('Who shares it')}</h2>
      <table class="parts">
        <thead>
          <tr>
            <th scope="col">{say('Artist')}</th>
            <th scope="col">{say('Part')}</th>
            {proposal && <th scope="col">{say('Proposed')}</th>}
          </tr>
        </thead>
        <tbody>
          {members.map(({ handle, displayName, pfp, state: memberState }) => (
            <tr key={handle}>
              <th scope="row">
                <a class="artist" href={`/@${handle}`}>
                  <img src={pfp} alt="" width="44" height="44" loading="lazy" decoding="async" />
                  <span>
                    <b dir="auto">{displayName}</b>
                    <span class="mono">
                      @{handle}
                      {handle === creator && ` · ${say('made it ## this casset')}`}
                      {memberState === 'INVITED' && ` · ${say('invited')}`}
                    </span>
                  </span>
                </a>
              </th>
              <td class="mono">{written(splits.percents[handle])}</td>
              {proposal && (
                <td class="mono">
                  {written(proposal.percents[handle])}
                  {proposal.accepted.includes(handle) && <span class="agreed"> {say('accepted')}</span>}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {members.some(({ state: memberState }) => memberState === 'INVITED') && (
        <p class="hint">{say('Until somebody who is invited accepts, their part is divided among the others.')}</p>
      )}
      {proposal && (
        <div class="stack coupon">
          <p>
            {inParts(proposedText(proposer?.displayName ?? say('Somebody'), waitsFor), {
              b: (text) => <b dir="auto">{text}</b>,
            })}
          </p>
          {mayAccept && (
            <div class="acts">
              <button type="button" class="key go needs-js" onClick={() => void agree(proposal.id)}>
                {say('Accept these splits')}
              </button>
            </div>
          )}
        </div>
      )}
    </section>
  )
}

function proposedText(name: string, waitsFor: readonly CoCasset['members'][number][]): string {
  if (waitsFor.length === 0)
    return say('<b>{name}</b> proposes other splits. They apply to new sales once all of you have accepted them.', {
      name,
    })
  return say(
    '<b>{name}</b> proposes other splits. They apply to new sales once all of you have accepted them; missing: {missing}.',
    { name, missing: waitsFor.map(({ displayName }) => displayName).join(', ') },
  )
}
