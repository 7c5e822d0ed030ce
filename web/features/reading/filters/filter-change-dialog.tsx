import { Button, Modal } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { Row } from '../../../kit/ui/components/stack.tsx'
import classes from './filter-change-dialog.module.css'
import { FilterFields, type FilterFieldsProps } from './filter-fields.tsx'

const titles = { all: 'Фильтр', words: 'Слова', locations: 'Места', products: 'Что слушать' }

/** The whole filter, or one part of it, over the whole screen of a phone. What is changed here is applied at once. */
export function FilterChangeDialog({ onClose, ...props }: FilterFieldsProps & { onClose: () => void }) {
  const { undo, reset, trouble } = props.choice
  return (
    <Modal.Root opened onClose={onClose} fullScreen>
      <Modal.Content className={classes.content} aria-label={titles[props.only ?? 'all']}>
        <Modal.Header className={classes.header}>
          <Modal.Title className={classes.title}>{titles[props.only ?? 'all']}</Modal.Title>
          <Modal.CloseButton size="lg" aria-label="Закрыть" />
        </Modal.Header>
        <Modal.Body className={classes.body}>
          {trouble !== null && <AlertBox tone="bad">{trouble}</AlertBox>}
          <FilterFields {...props} />
        </Modal.Body>
        <Row as="footer" className={classes.foot}>
          <Button
            variant="default"
            px="sm"
            disabled={!undo}
            onClick={() => undo?.()}
            aria-label="Отменить последнее изменение"
          >
            <IconArrowBackUp size={20} stroke={1.8} aria-hidden="true" />
          </Button>
          {!props.only && (
            <Button variant="default" disabled={!reset} onClick={() => reset?.()}>
              Сбросить всё
            </Button>
          )}
          <Button className={classes.done} onClick={onClose}>
            Готово
          </Button>
        </Row>
      </Modal.Content>
    </Modal.Root>
  )
}
