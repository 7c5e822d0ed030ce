import classes from './echo-picture.module.css'

/** What the product does, as a picture: in the noise of the deep a few messages answer the echo. All of it is made up. */
export function EchoPicture() {
  return (
    <div
      className={classes.sea}
      role="img"
      aria-label="Пример: среди множества сообщений Эхолот выделяет просьбы посоветовать фотографа и найти электрика"
    >
      <svg className={classes.rings} viewBox="0 0 480 480" aria-hidden="true">
        {[70, 140, 210, 280, 350].map((radius) => (
          <circle key={radius} cx="240" cy="20" r={radius} />
        ))}
        <circle className={classes.ping} cx="240" cy="20" r="350" />
      </svg>
      <div className={classes.depth} aria-hidden="true">
        <p className={classes.noise}>С праздником, любимый город!</p>
        <div className={classes.card}>
          <b>Марина</b> <span>Мамы района · 2 минуты назад</span>
          <p>
            Девочки, <mark>посоветуйте фотографа</mark> на крестины, это уже в субботу
          </p>
        </div>
        <p className={classes.noise} data-right>
          Фотограф, портфолио в профиле, скидки
        </p>
        <div className={classes.card} data-right>
          <b>Олег</b> <span>Соседи · 5 минут назад</span>
          <p>
            Кто может сегодня подъехать? <mark>Нужен электрик</mark>, выбивает пробки
          </p>
        </div>
        <p className={classes.noise}>Вакансия: электрик, вахта, жильё</p>
        <p className={classes.noise} data-deep data-right>
          Продам коляску, почти новая
        </p>
      </div>
      <span className={classes.label} aria-hidden="true">
        Пример
      </span>
    </div>
  )
}
