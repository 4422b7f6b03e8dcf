import { type Signal, signal } from '@preact/signals'
import type { Policy } from '../../../../src/release/agent/shape.ts'
import type {
  ManifestPreview,
  OwnerDna,
  PolicyPatch,
  Release,
  ReleasePatch,
} from '../../../../src/release/owner/model.ts'
import { api } from '../../../lib/api.ts'

export type ReleaseState = {
  readonly release: Signal<Release>
  readonly policies: Signal<readonly Policy[]>
  readonly preview: Signal<ManifestPreview>
  readonly provenance: Signal<OwnerDna['provenance']>
  change(patch: ReleasePatch): ReturnType<ReturnType<typeof ofRelease>['studio']['patch']>
  decide(patch: PolicyPatch): ReturnType<typeof decideAt>
  publish(): ReturnType<ReturnType<typeof ofRelease>['internal']['publish']['post']>
  waitUntilPublished(): Promise<void>
}

export type ReleaseData = {
  release: Release
  policies: readonly Policy[]
  preview: ManifestPreview
  provenance: OwnerDna['provenance']
}

const lookEveryMs = 700

const ofRelease = (id: string) => ({ studio: api.studio.releases({ id }), internal: api.internal.releases({ id }) })
const decideAt = (id: string, patch: PolicyPatch) => ofRelease(id).internal.permissions.patch(patch)

export function createReleaseState(first: ReleaseData): ReleaseState {
  const release = signal(first.release)
  const policies = signal(first.policies)
  const preview = signal(first.preview)
  const provenance = signal(first.provenance)
  const { id } = first.release
  const { studio, internal } = ofRelease(id)
  let storing: Promise<unknown> = Promise.resolve()

  const afterOthers = <T>(store: () => Promise<T>): Promise<T> => {
    const stored = storing.then(store)
    storing = stored.catch(() => undefined)
    return stored
  }

  const refresh = async () => {
    const [found, next] = await Promise.all([studio.get(), internal['manifest-preview'].get()])
    if (found.data) release.value = found.data.release
    if (next.data) preview.value = next.data
  }

  return {
    release,
    policies,
    preview,
    provenance,
    change: (patch) =>
      afterOthers(async () => {
        const answer = await studio.patch(patch)
        if (answer.data) await refresh()
        return answer
      }),
    decide: (patch) =>
      afterOthers(async () => {
        const answer = await decideAt(id, patch)
        const { data } = answer
        if (data) {
          policies.value = policies.value.map((each) => (each.scope === patch.scope ? data.policy : each))
          await refresh()
        }
        return answer
      }),
    async publish() {
      // The field that lost the focus to the button is stored first.
      await new Promise((resolve) => setTimeout(resolve))
      return afterOthers(async () => {
        const answer = await internal.publish.post({})
        await refresh()
        return answer
      })
    },
    async waitUntilPublished() {
      while (release.value.state === 'PUBLISHING') {
        await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
        await refresh()
      }
      const { data } = await internal.dna.get()
      if (data) provenance.value = data.provenance
    },
  }
}
