import { Button, Modal } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMemo } from 'react'
import { renderSVG } from 'uqr'
import { saveFile } from '../../../kit/calls/save-file.ts'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import classes from './partner.module.css'

/** A link as a picture, to be printed or shown. */
export function QrDialog({ link, onClose }: { link: string; onClose: () => void }) {
  const svg = useMemo(() => renderSVG(link, { border: 2 }), [link])
  return (
    <Modal opened onClose={onClose} title="QR-код ссылки" size={380}>
      <Stack gap={3} align="center">
        <img
          className={classes.qr}
          src={`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`}
          alt={`QR-код: ${link}`}
          width={240}
          height={240}
        />
        <p className={`${typography.note} ${classes.address}`}>{link}</p>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.8} aria-hidden="true" />}
          onClick={() => saveFile('echolot-qr.svg', new Blob([svg], { type: 'image/svg+xml' }))}
        >
          Скачать SVG
        </Button>
      </Stack>
    </Modal>
  )
}
