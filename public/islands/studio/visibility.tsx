import { say } from '../../../src/lib/language/say.ts'
import { spokenHour } from '../../../src/lib/time/spoken-hour.ts'
import { Fold } from '../../lib/fold.tsx'
import type { CassetEditor } from './casset-editor.ts'
import { KeptSwitch } from './kept-switch.tsx'
import { Choice } from './look/choice.tsx'
import { Opening } from './opening.tsx'
import { Styles } from './styles.tsx'

const privacies = () =>
  [
    { value: 'public', text: say('Public'), hint: say('Listed on the home page.') },
    { value: 'unlisted', text: say('Unlisted'), hint: say('Anyone with the link.') },
    { value: 'private', text: say('Private'), hint: say('Only you and people who bought it.') },
  ] as const

/** Decides who sees the page, from when on, and by which words they find it. */
export const Visibility = ({ editor }: { editor: CassetEditor }) => (
  <section aria-labelledby="privacy-title">
    <Fold
      summary={
        <>
          <h2 id="privacy-title">{say('Visibility')}</h2> <small dir="auto">{stateOf(editor)}</small>
        </>
      }
    >
      <Choice
        name="privacy"
        legend={say('Who can see the page once it is published')}
        options={privacies()}
        value={editor.casset.value.privacy}
        onChoose={(privacy) => editor.change({ privacy })}
      />
      <Opening editor={editor} />
      <Styles editor={editor} />
      <KeptSwitch
        id="explicit"
        checked={editor.casset.value.explicit === true}
        onKeep={(explicit) => editor.change({ explicit })}
      >
        {say('It has explicit words')}
      </KeptSwitch>
      <p class="hint">{say('Catalogs of podcasts ask about it in your feed.')}</p>
    </Fold>
  </section>
)

function stateOf({ casset }: CassetEditor): string {
  const { privacy, opensAt, opensZone = 'UTC', calledOffAt, styles = [] } = casset.value
  const hour = opensAt && spokenHour(Date.parse(opensAt), opensZone, Date.now())
  return [
    privacies().find(({ value }) => value === privacy)?.text ?? '',
    ...(hour ? [say('preorder, opens {hour} ({opensZone}) ## a state of a casset', { hour, opensZone })] : []),
    ...(calledOffAt === undefined ? [] : [say('preorder called off ## a state of a casset')]),
    ...(styles.length > 0 ? [styles.join(', ')] : []),
  ].join(' · ')
}
