import { Modal } from '@mantine/core'
import type { CardAction } from '../../../../kit/actions/card-action.ts'
import classes from './card-keys-dialog.module.css'

/** Every key of the feed, drawn from the list of actions. */
export function CardKeysDialog({ actions, onClose }: { actions: readonly CardAction[]; onClose: () => void }) {
  const keys: [keys: string[], help: string][] = [
    [['J', 'K'], 'Следующее и предыдущее сообщение; то, с которого ушли, прочитано'],
    ...actions.flatMap(({ key }): [string[], string][] =>
      key ? [[key.letter === 'E' ? ['E', '→'] : [key.letter], key.help]] : [],
    ),
    [['U', '←'], 'Назад, к сообщению перед этим'],
    [['Enter'], 'Показать сообщение целиком'],
    [['O'], 'Открыть в источнике'],
    [['X'], 'Выбрать сообщение; с Shift — всё до него'],
    [['Z'], 'Отменить последнее действие'],
    [['Esc'], 'Закрыть сообщение, снять выбор'],
    [['1 … 9'], 'Фильтр по его месту среди вкладок'],
    [['G', '1 … 9'], 'Продукт по его месту в списке'],
    [['?'], 'Эта подсказка'],
  ]
  return (
    <Modal opened onClose={onClose} title="Клавиши ленты" size={460}>
      <dl>
        {keys.map(([letters, help]) => (
          <div key={help} className={classes.row}>
            <dt>
              {letters.map((letter) => (
                <kbd key={letter}>{letter}</kbd>
              ))}
            </dt>
            <dd>{help}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.note}>
        Работают в любой раскладке, когда вы ничего не печатаете. Если выбрано несколько сообщений, действие касается
        всех.
      </p>
    </Modal>
  )
}
