import { decisionLabels, scopeLabels } from '../../../../../public/islands/studio/releases/labels.ts'
import type { Decision, PermissionScope } from '../../../../casset/usage/default-policies.ts'
import { inSentence } from '../../../../lib/language/in-sentence.ts'
import { say } from '../../../../lib/language/say.ts'
import type { StoredEvent } from '../../../../release/provenance/event.ts'
import type { Link } from '../../../../release/shape.ts'

/** Groups of policies, the most generous first. */
export const permissionTitles = (): Readonly<Record<Decision, string>> => ({
  ALLOW: say('Anybody may'),
  REQUIRE_LICENSE: say('With a license you may'),
  CONTACT_OWNER: say('Ask the artist first to'),
  DENY: say('Nobody may'),
})

/** Returns what a scope lets others do, inside a sentence: "remix it". */
export const scopeText = (scope: PermissionScope): string => inSentence(scopeLabels()[scope])

const relations = (): Readonly<Record<Link['relation'], string>> => ({
  REMIX: say('Remix ## a kind of work'),
  ALTERNATE_VERSION: say('Other version'),
  SAMPLE: say('Sample ## a kind of work'),
  VISUAL_REINTERPRETATION: say('Pictures ## made for a piece of music'),
  AI_ASSISTED_DERIVATIVE: say('Made with help of AI'),
})

export const relationText = ({ relation }: Pick<Link, 'relation'>): string => relations()[relation]

export function eventText({ type, payload }: StoredEvent): string {
  const version = typeof payload.canonicalVersion === 'number' ? String(payload.canonicalVersion) : '?'
  const texts = {
    RELEASE_CREATED: say('The release was created'),
    VERSION_PUBLISHED: say('Version {version} was published', { version }),
    MANIFEST_SIGNED: say('The manifest of version {version} was signed', { version }),
    ANCHORED: say('The signing of version {version} was entered in the public log', { version }),
    PERMISSION_CHANGED: changeText(payload),
    LICENSE_GRANTED: say('A license was granted'),
    LICENSE_ENDED: say('A license ended: it was refunded'),
    LICENSE_RESUMED: say('A license is valid again: its refund did not go through'),
    DERIVATIVE_LINKED: say('It was linked with a source or a derivative work'),
    DERIVATIVE_UNLINKED: say('An artist removed such a link'),
    CONTRIBUTOR_CHANGED: say('The contributors were changed'),
  } as const
  return texts[type]
}

function changeText(payload: StoredEvent['payload']): string {
  const scope = Object.entries(scopeLabels()).find(([name]) => name === payload.scope)?.[1]
  const word = (said: unknown) => decisionLabels().find(({ value }) => value === said)?.text
  const [before, now] = [word(payload.previousDecision), word(payload.decision)]
  if (scope === undefined || before === undefined || now === undefined) return say('The permissions were changed')
  if (before === now) return say('The price or the terms of “{scope}” were changed', { scope })
  return say('“{scope}” was changed from “{before}” to “{now}”', { scope, before, now })
}
