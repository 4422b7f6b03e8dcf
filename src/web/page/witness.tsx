import { inParts } from '../../../public/lib/in-parts.tsx'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { longDay } from '../../lib/time/day-text.ts'
import { readWitnessing, type Witnessing } from '../../release/cosigner/read-witnessing.ts'
import { optional, page } from '../page.tsx'

const path = '/witness'

/** `/witness`: the logs that this site witnesses, and how others name it as their witness. */
export const witnessRoute = (ctx: Ctx) =>
  page(ctx, { path, viewer: optional }, () => ({
    head: {
      title: say('Witness'),
      description: say('The logs of releases that this site witnesses, and how that works.'),
      path,
      sheet: 'forms',
    },
    main: <WitnessPage witnessing={readWitnessing(ctx)} />,
  }))

const WitnessPage = ({ witnessing }: { witnessing: Witnessing | null }) => (
  <main id="main" class="world guide legal wrap" data-pattern="soft-grain" tabIndex={-1}>
    <article class="jcard">
      <h1>{say('Witness')}</h1>
      <p>
        {say(
          'Each site keeps a public log of what was released there. A witness remembers how far each log went and signs only what continues it, so that nobody can rewrite one unnoticed.',
        )}
      </p>
      {witnessing ? <Logs {...witnessing} /> : <p class="empty">{say('This site witnesses no log.')}</p>}
      <h2>{say('How two sites witness each other')}</h2>
      <ol>
        <li>
          {inParts(
            say(
              'The witness adds the key of the log at its desk, under <b>{name}</b>. It is at <code>/log/vkey</code> of the other site.',
              {
                name: say('Logs of others that this site witnesses'),
              },
            ),
            { b: (text) => <b>{text}</b>, code: (text) => <code>{text}</code> },
          )}
        </li>
        <li>
          {inParts(
            say(
              'The other site adds the line that stands on this page of the witness at its own desk, under <b>{name}</b>.',
              {
                name: say('Witnesses of the log of releases'),
              },
            ),
            { b: (text) => <b>{text}</b> },
          )}
        </li>
      </ol>
    </article>
  </main>
)

const Logs = ({ setting, logs }: Witnessing) => (
  <>
    <h2>{say('This site as a witness')}</h2>
    <p>{say('Whoever runs one of these sites names it with this line:')}</p>
    <p class="mono">{setting}</p>
    <ol class="spike">
      {logs.map((log) => (
        <li key={log.origin}>
          <b class="mono">{log.origin}</b>
          <p>{stateOf(log)}</p>
        </li>
      ))}
    </ol>
  </>
)

function stateOf({ size, cosignedAt, refusedAt, isForked }: Witnessing['logs'][number]): string {
  if (cosignedAt === null) return say('It has not asked yet.')
  const seen = say('{entries, plural, one {# entry} other {# entries}} signed on {day}.', {
    entries: size,
    day: longDay(cosignedAt),
  })
  if (isForked) return say('{seen} It was rewritten: its key has signed two logs that contradict each other.', { seen })
  if (refusedAt === null) return seen
  return say(
    '{seen} On {day} it asked for another log under the same name, and was refused: it may have been rewritten.',
    {
      seen,
      day: longDay(refusedAt),
    },
  )
}
