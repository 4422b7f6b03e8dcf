import { Day } from '../../../../public/lib/day.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import { say } from '../../../lib/language/say.ts'
import { gap } from '../../../lib/text/gap.ts'
import { answerText, groundText, kindText } from '../../../operate/moderation/decision-text.ts'
import type { Decision } from '../../../operate/moderation/model.ts'

export function Statement({ decision }: { decision: Decision }) {
  const { kind, title, path, ground, basis, facts, foundBy, decidedAt, liftedAt } = decision
  return (
    <dl class="statement">
      <dt>{say('What')}</dt>
      <dd>
        <p>
          <b dir="auto">{title || say('Something of a deleted account')}</b>, {kindText()[kind]}
          {path !== null &&
            inParts(say(', on <a>{path}</a>', { path: path.slice(1) }), { a: (text) => <a href={path}>{text}</a> })}
        </p>
      </dd>
      <dt>{say('Decision')}</dt>
      <dd>
        {kind === 'account' ? (
          <>
            {say('Suspended on')} <Day iso={decidedAt} />
          </>
        ) : (
          <>
            {say('Taken down on')} <Day iso={decidedAt} />
          </>
        )}
        {liftedAt === null ? '.' : <Lifted kind={kind} liftedAt={liftedAt} />}
        {kind === 'account' &&
          `${gap()}${say('What was published stays; nothing of it is sold, and the account cannot comment, write letters, upload or publish meanwhile.')}`}
      </dd>
      <dt>{say('Ground')}</dt>
      <dd class="ground">
        {groundText()[ground]}: <span dir="auto">{basis}</span>
      </dd>
      <dt>{say('What was found')}</dt>
      <dd class="said" dir="auto">
        {facts}
      </dd>
      <dt>{say('How it was found')}</dt>
      <dd>
        {foundBy === 'report' ? say('Somebody reported it.') : say('The site found it; nobody reported it.')}
        {gap()}
        {say('A person decided, not a program.')}
      </dd>
      <Answered decision={decision} />
    </dl>
  )
}

const Lifted = ({ kind, liftedAt }: { kind: Decision['kind']; liftedAt: string }) =>
  kind === 'account'
    ? inParts(say(', until <day></day>.'), { day: () => <Day iso={liftedAt} /> })
    : inParts(say(', restored on <day></day>.'), { day: () => <Day iso={liftedAt} /> })

const Answered = ({ decision: { objection, objectedAt, answer, answeredAt } }: { decision: Decision }) => (
  <>
    {objectedAt !== null && (
      <>
        <dt>
          {say('Objection')} · <Day iso={objectedAt} />
        </dt>
        <dd class="said" dir="auto">
          {objection}
        </dd>
      </>
    )}
    {answeredAt !== null && (
      <>
        <dt>
          {say('Answer ## of a decision: its text')} · <Day iso={answeredAt} />
        </dt>
        <dd class="said" dir="auto">
          {answer && answerText(answer)}
        </dd>
      </>
    )}
  </>
)
