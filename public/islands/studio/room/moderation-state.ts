import { type Signal, signal } from '@preact/signals'
import type { RoomPatch, RoomSettings } from '../../../../src/room/model.ts'
import type { MemberPatch, Report, Resolution, RoomMember } from '../../../../src/room/moderation/model.ts'
import { api } from '../../../lib/api.ts'
import { saving } from '../../../lib/save-state.ts'
import { type Trouble, troubleOf } from '../../../lib/trouble.ts'

export type Moderated = {
  slug: string
  settings: RoomSettings
  reports: readonly Report[]
  members: readonly RoomMember[]
}

/** The artist's room as they moderate it. A refusal is returned, and then nothing has changed. */
export type ModerationState = {
  readonly slug: string
  readonly settings: Signal<RoomSettings>
  readonly reports: Signal<readonly Report[]>
  readonly members: Signal<readonly RoomMember[]>
  changeSettings(patch: RoomPatch): Promise<Trouble | null>
  changeMember(handle: string, patch: MemberPatch): Promise<Trouble | null>
  /** Decides a report. `until`: when the resulting mute or ban ends; null for never. */
  decide(report: Report, action: Resolution['action'], until: string | null): Promise<Trouble | null>
}

const statuses = { MUTED: { muted: true }, BANNED: { banned: true }, DELETED: null, DISMISSED: null } as const

export function createModeration({ slug, ...begun }: Moderated): ModerationState {
  const settings = signal(begun.settings)
  const reports = signal(begun.reports)
  const members = signal(begun.members)

  const keepMember = (member: RoomMember) => {
    const isKnown = members.value.some(({ handle }) => handle === member.handle)
    members.value = isKnown
      ? members.value.map((each) => (each.handle === member.handle ? member : each))
      : [...members.value, member]
  }
  const putMember = async (room: string, handle: string, patch: MemberPatch) => {
    const { data, error } = await saving(
      () => api.casset({ slug: room }).room.members({ handle }).put(patch),
      (answer) => answer.error === null,
    )
    if (error) return troubleOf(error)
    if (room === slug) keepMember(data.member)
    return null
  }

  return {
    slug,
    settings,
    reports,
    members,
    async changeSettings(patch) {
      const before = settings.value
      settings.value = { ...before, ...patch }
      const { data, error } = await saving(
        () => api.casset({ slug }).room.patch(patch),
        (answer) => answer.error === null,
      )
      settings.value = data ?? before
      return error && troubleOf(error)
    },
    changeMember: (handle, patch) => putMember(slug, handle, patch),
    async decide(report, action, until) {
      // A decision has no end of its own: the mute or ban is made first, with its end, and the
      // decision leaves it unchanged.
      const status = statuses[action]
      const refused = status && (await putMember(report.casset.slug, report.author.handle, { ...status, until }))
      if (refused) return refused
      const { error } = await saving(
        () => api.studio.reports({ id: report.id }).resolve.post({ action }),
        (answer) => answer.error === null,
      )
      if (error) return troubleOf(error)
      const decided = report.comment?.id
      reports.value = reports.value.filter(
        ({ id, comment }) => id !== report.id && (comment === null || comment.id !== decided),
      )
      return null
    },
  }
}
