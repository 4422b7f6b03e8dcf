import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { StoredFile } from '../../platform/blob/blob-fault.ts'
import type { ChildFile } from '../../platform/blob/blobs.ts'
import { findIntact } from '../../platform/blob/find-intact.ts'
import type { Place } from '../../platform/http/send-file.ts'
import type { World } from './visible-casset.ts'

/** By what somebody may have masters. */
export type Ground = {
  readonly by: 'owner' | 'member' | 'purchase' | 'grant' | 'upload'
  /** The id of the account; of a guest that of the order, of an agent that of the release version. */
  readonly holder: string
  /** From when on tracks that were switched off since are had as well (a time in ms); null for none of them. */
  readonly since: number | null
}

/**
 * Says that somebody may have certain masters now. Whatever sends one takes this and nothing else, and asks for it again
 * each time. Only this folder makes it, from what it has just read of the database; the private field keeps every other
 * object from passing for one.
 */
export class Entitlement {
  readonly ground: Ground
  readonly #masters: ReadonlySet<string>

  /** `masters` are the SHA-256 of the files. */
  constructor(ground: Ground, masters: Iterable<string>) {
    this.ground = ground
    this.#masters = new Set(masters)
  }

  /** Returns where a master is. Throws as `refuseOthers` does, and for one that is missing or damaged. */
  async findMaster(ctx: Pick<Ctx, 'blobs' | 'log'>, stored: StoredFile): Promise<Place> {
    this.refuseOthers(ctx, [stored.sha256])
    return findIntact(ctx, stored)
  }

  /** Returns a master as a child process of this program reads it. Throws as `refuseOthers` does. */
  masterForChild(ctx: Pick<Ctx, 'blobs' | 'log'>, sha256: string): ChildFile {
    this.refuseOthers(ctx, [sha256])
    return ctx.blobs.forChild(sha256)
  }

  /** Throws UNAVAILABLE, and logs it, when one of the files is none of these masters. */
  refuseOthers({ log }: Pick<Ctx, 'log'>, files: Iterable<string>): void {
    for (const sha256 of files) {
      if (this.#masters.has(sha256)) continue
      log.error('a file was asked for that is not theirs', { sha256, by: this.ground.by, holder: this.ground.holder })
      throw new AppError('UNAVAILABLE', 'This file cannot be sent.', { hint: 'It may have been taken down.' })
    }
  }
}

/** A casset, and what somebody may have of it. */
export type Holding = { readonly world: World; readonly entitlement: Entitlement }
