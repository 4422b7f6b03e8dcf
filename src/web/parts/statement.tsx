import { Day } from '../../../public/lib/day.tsx'
import { groundText, kindText } from '../../operate/moderation/decision-text.ts'
import type { Decision } from '../../operate/moderation/model.ts'

/** A statement of reasons with its objection and the answer, for its maker and for the site. */
export function Statement({ decision }: { decision: Decision }) {
  const { kind, title, path, ground, basis, facts, foundBy, decidedAt, liftedAt } = decision
  return (
    <dl class="statement">
      <dt>What</dt>
      <dd>
        <p>
          <b dir="auto">{title || 'Something of a deleted account'}</b>, {kindText[kind]}
          {path !== null && (
            <>
              , on <a href={path}>{path.slice(1)}</a>
            </>
          )}
        </p>
      </dd>
      <dt>Decision</dt>
      <dd>
        {kind === 'account' ? (
          <>
            Suspended on <Day iso={decidedAt} />
          </>
        ) : (
          <>
            Taken down on <Day iso={decidedAt} />
          </>
        )}
        {liftedAt === null ? '.' : <Lifted kind={kind} liftedAt={liftedAt} />}
        {kind === 'account' &&
          ' What was published stays; nothing of it is sold, and the account cannot comment, write letters, upload or publish meanwhile.'}
      </dd>
      <dt>Ground</dt>
      <dd class="ground">
        {groundText[ground]}: <span dir="auto">{basis}</span>
      </dd>
      <dt>What was found</dt>
      <dd class="said" dir="auto">
        {facts}
      </dd>
      <dt>How it was found</dt>
      <dd>
        {foundBy === 'report' ? 'Somebody reported it.' : 'The site found it; nobody reported it.'} A person decided,
        not a program.
      </dd>
      <Answered decision={decision} />
    </dl>
  )
}

const Lifted = ({ kind, liftedAt }: { kind: Decision['kind']; liftedAt: string }) =>
  kind === 'account' ? (
    <>
      , until <Day iso={liftedAt} />.
    </>
  ) : (
    <>
      , given back on <Day iso={liftedAt} />.
    </>
  )

const Answered = ({ decision: { objection, objectedAt, answer, answeredAt } }: { decision: Decision }) => (
  <>
    {objectedAt !== null && (
      <>
        <dt>
          Objection, <Day iso={objectedAt} />
        </dt>
        <dd class="said" dir="auto">
          {objection}
        </dd>
      </>
    )}
    {answeredAt !== null && (
      <>
        <dt>
          Answer, <Day iso={answeredAt} />
        </dt>
        <dd class="said" dir="auto">
          {answer}
        </dd>
      </>
    )}
  </>
)
