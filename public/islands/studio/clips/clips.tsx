import { useSignal } from '@preact/signals'
import type { StudioSubmissions } from '../../../../src/drop/submission/model.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { announce } from '../../../lib/announce.ts'
import { focusOn } from '../../../lib/focus-on.ts'
import { ClipRow } from './clip-row.tsx'

export type StudioClip = StudioSubmissions['submissions'][number]

export type StudioClipsProps = { clips: readonly StudioClip[]; empty: string }

export default function StudioClips({ clips, empty }: StudioClipsProps) {
  const shown = useSignal(clips)
  const decided = ({ id, author }: StudioClip, status: StudioClip['status']) => {
    shown.value = shown.value.filter((each) => each.id !== id)
    announce(
      status === 'ACCEPTED'
        ? say('The clip by {displayName} is on your page.', { displayName: author.displayName })
        : say('The clip by {displayName} is rejected.', { displayName: author.displayName }),
    )
    focusOn('#clips')
  }
  if (shown.value.length === 0) return <p class="empty">{empty}</p>
  return (
    <ul class="clips">
      {shown.value.map((clip) => (
        <ClipRow key={clip.id} clip={clip} onDecided={(status) => decided(clip, status)} />
      ))}
    </ul>
  )
}
