import { say } from '../../src/lib/language/say.ts'
import type { ReportedKind } from '../../src/operate/moderation/model.ts'
import { Icon } from './icon.tsx'

type ReportLinkProps = { kind: ReportedKind; id: string; of: string }

/** Leads to the form that reports something to the site; `of`: what it is called. */
export const ReportLink = ({ kind, id, of }: ReportLinkProps) => (
  <a class="quiet report-link" href={`/report?of=${kind}:${id}`} rel="nofollow" title={say('Report')}>
    <Icon name="flag" />
    <span class="sr">{say('Report {of}', { of })}</span>
  </a>
)
