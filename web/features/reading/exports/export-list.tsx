import { Progress, Skeleton } from '@mantine/core'
import { IconDownload, IconFileTypeCsv, IconFileTypeHtml, IconFileTypeXls, IconTrash } from '@tabler/icons-react'
import type { Export } from '../../../../contract/reading/exports.ts'
import { messageForms, plural, type PluralForms } from '../../../../rules/plural.ts'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import iconButton from '../../../kit/ui/components/icon-button.module.css'
import { bytesInWords } from '../../../kit/ui/text/bytes-in-words.ts'
import { LoadFailure } from '../../../kit/ui/components/load-failure.tsx'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import { useDeleteExport, useExports } from './export-cache.ts'
import { percentOf } from './export-list-changes.ts'
import classes from './export-list.module.css'
import { failureInWords, fileAddress, untilInWords } from './export-in-words.ts'

const icons = { xlsx: IconFileTypeXls, csv: IconFileTypeCsv, html: IconFileTypeHtml }
const authorForms: PluralForms = ['автор', 'автора', 'авторов']

/** The files that are kept for a person, and those that are being made. */
export function ExportList({ zone }: { zone: string }) {
  const { exports, error, retry } = useExports()
  const remove = useDeleteExport()
  if (error && !exports) {
    return (
      <Stack as="section" gap={2} className={classes.files}>
        <LoadFailure error={error} onRetry={retry} />
      </Stack>
    )
  }
  if (!exports) return <Skeleton height={56} radius="md" mt="lg" />
  if (exports.length === 0) return null
  return (
    <Stack as="section" gap={2} className={classes.files} aria-label="Мои файлы">
      <h3 className={classes.title}>Мои файлы</h3>
      {remove.isError && <AlertBox tone="bad">{sentenceOf(remove.error)}</AlertBox>}
      <Stack as="ul" gap={0}>
        {exports.map((file) => (
          <File
            key={file.id}
            file={file}
            zone={zone}
            leaving={remove.isPending && remove.variables.id === file.id}
            onDelete={() => remove.mutate({ id: file.id })}
          />
        ))}
      </Stack>
    </Stack>
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
      <Stack gap={0} grow>
        {ready ? (
          <a className={classes.name} href={fileAddress(file)} download>
            {file.fileName}
          </a>
        ) : (
          <span className={classes.name}>{file.fileName}</span>
        )}
        {ready ? (
          <span className={classes.note}>
            {rowsInWords(file)}, {bytesInWords(file.bytes)}, хранится до {untilInWords(file.expiresAt, zone)}
          </span>
        ) : failure !== null ? (
          <span className={typography.mistake}>{failure}</span>
        ) : (
          <Making file={file} />
        )}
      </Stack>
      {ready && (
        <a
          className={iconButton.button}
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
        className={iconButton.button}
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
    <Row as="span" align="center" nowrap>
      <Progress className={classes.progress} value={percent} aria-label="Готовность файла" />
      <span className={classes.note}>{percent}%</span>
    </Row>
  )
}

function rowsInWords({ kind, done }: Export): string {
  return `${done.toLocaleString('ru')} ${plural(done, kind === 'users' ? authorForms : messageForms)}`
}
