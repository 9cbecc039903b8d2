import { makeFolderStorage } from './folder.ts'
import { makeS3Storage } from './s3.ts'
import type { ClipStorage, ClipStore } from './storage.ts'

/** Opens the folder, or the bucket, that holds the files of clips. */
export const makeClipStorage = (store: ClipStore): ClipStorage =>
  's3' in store ? makeS3Storage(store.s3) : makeFolderStorage(store.folder)
