import { Button, Progress, Skeleton } from '@mantine/core'
import { IconDownload, IconFileTypeCsv, IconFileTypeHtml, IconFileTypeXls, IconTrash } from '@tabler/icons-react'
import type { Export } from '../../../contract/exports.ts'
import { messageForms, plural, type PluralForms } from '../../../rules/plural.ts'
import { sentenceOf } from '../../kit/calls/call-error.ts'
import { Notice } from '../../kit/ui/notice.tsx'
import { useDeleteExport, useExports } from './export-cache.ts'
import { percentOf, sizeInWords } from './export-list-changes.ts'
import classes from './export-list.module.css'
import { failureInWords, fileAddress, untilInWords } from './export-words.ts'

const icons = { xlsx: IconFileTypeXls, csv: IconFileTypeCsv, html: IconFileTypeHtml }
const authorForms: PluralForms = ['автор', 'автора', 'авторов']

/** The files that are kept for a person, and those that are being made. */
export function ExportList({ zone }: { zone: string }) {
  const { exports, error, retry } = useExports()
  const remove = useDeleteExport()
  if (error && !exports) {
    return (
      <section className={classes.files}>
        <Notice
          tone="bad"
          action={
            <Button variant="default" size="sm" onClick={retry}>
              Повторить
            </Button>
          }
        >
          {sentenceOf(error)}
        </Notice>
      </section>
    )
  }
  if (!exports) return <Skeleton height={56} radius="md" mt="lg" />
  if (exports.length === 0) return null
  return (
    <section className={classes.files} aria-label="Мои файлы">
      <h3 className={classes.title}>Мои файлы</h3>
      {remove.isError && <Notice tone="bad">{sentenceOf(remove.error)}</Notice>}
      <ul className={classes.list}>
        {exports.map((file) => (
          <File
            key={file.id}
            file={file}
            zone={zone}
            leaving={remove.isPending && remove.variables.id === file.id}
            onDelete={() => remove.mutate({ id: file.id })}
          />
        ))}
      </ul>
    </section>
  )
}

function File({
  file,
  zone,
  leaving,
  onDelete,
}: {
  file: Export
  zone: string
  leaving: boolean
  onDelete: () => void
}) {
  const Icon = icons[file.format]
  const failure = failureInWords(file)
  const ready = file.status === 'ready'
  return (
    <li className={classes.file} data-leaving={leaving || undefined}>
      <Icon className={classes.icon} size={24} stroke={1.5} aria-hidden="true" />
      <div className={classes.words}>
        {ready ? (
          <a className={classes.name} href={fileAddress(file)} download>
            {file.fileName}
          </a>
        ) : (
          <span className={classes.name}>{file.fileName}</span>
        )}
        {ready ? (
          <span className={classes.note}>
            {rowsInWords(file)}, {sizeInWords(file.bytes)}, хранится до {untilInWords(file.expiresAt, zone)}
          </span>
        ) : failure !== null ? (
          <span className={classes.failure}>{failure}</span>
        ) : (
          <Making file={file} />
        )}
      </div>
      {ready && (
        <a
          className={classes.act}
          href={fileAddress(file)}
          download
          aria-label={`Скачать ${file.fileName}`}
          title="Скачать"
        >
          <IconDownload size={18} stroke={1.8} aria-hidden="true" />
        </a>
      )}
      <button
        type="button"
        className={classes.act}
        aria-label={`Удалить ${file.fileName}`}
        title="Удалить"
        disabled={leaving}
        onClick={onDelete}
      >
        <IconTrash size={18} stroke={1.8} aria-hidden="true" />
      </button>
    </li>
  )
}

function Making({ file }: { file: Export }) {
  const percent = percentOf(file)
  if (file.status === 'waiting' || percent === null) return <span className={classes.note}>В очереди…</span>
  return (
    <span className={classes.making}>
      <Progress className={classes.progress} value={percent} aria-label="Готовность файла" />
      <span className={classes.note}>{percent}%</span>
    </span>
  )
}

function rowsInWords({ kind, done }: Export): string {
  return `${done.toLocaleString('ru')} ${plural(done, kind === 'users' ? authorForms : messageForms)}`
}
