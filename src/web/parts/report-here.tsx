import { say } from '../../lib/language/say.ts'
import { pagePath } from '../../lib/text/slug.ts'

/** Leads to the page that asks what of a casset is to be reported. */
export const ReportHere = ({ slug }: { slug: string }) => (
  <a class="tap" href={`/report?at=${pagePath(slug)}`} rel="nofollow">
    {say('Report something here')}
  </a>
)
