import type { Log } from '../../log.ts'
import type { RequestWatch } from './request-watch.ts'

/** Logs id, route, status and time, and never address or words. */
export const createRequestLog = (log: Log): RequestWatch => ({
  answered({ method }, route, response, ms) {
    const id = response.headers.get('x-request-id')
    log.debug('request', { id, method, route, status: response.status, ms: Math.round(ms * 10) / 10 })
  },
})
