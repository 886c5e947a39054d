// Three cards to practise with: a tap on a card picks it, a tap on a place puts it there, Undo takes one step back.

const FITS = "8H";

const Face = {
  props: ["card"],
  template: `<span class="rank" aria-hidden="true">{{ card[1] }}</span><i :class="'pip pip-' + card[2]" aria-hidden="true"></i>`,
};

export default {
  components: { Face },
  props: { table: Array, hand: Array, texts: Object },
  data: () => ({ picked: "", laid: false, undone: false }),
  computed: {
    sentence() {
      if (this.laid) return this.undone ? this.texts.done : this.texts.undo;
      if (this.picked === FITS) return this.texts.put;
      if (this.picked) return this.texts.wrong;
      return this.texts.pick;
    },
    lying() {
      return this.laid ? [...this.table, this.hand.find((card) => card[0] === FITS)] : this.table;
    },
    held() {
      return this.laid ? this.hand.filter((card) => card[0] !== FITS) : this.hand;
    },
  },
  methods: {
    classes(card) {
      return ["card", "suit-" + card[2], { picked: card[0] === this.picked, ten: card[1] === "10" }];
    },
    pick(id) {
      this.picked = this.picked === id ? "" : id;
    },
    put() {
      this.picked = "";
      this.laid = true;
    },
    undo() {
      this.laid = false;
      this.undone = true;
      this.picked = FITS;
    },
  },
  template: `
    <section class="practice" aria-labelledby="practice-title" data-zone="practice">
      <h2 id="practice-title">{{ texts.title }}</h2>
      <p class="practice-say" data-say="said">{{ sentence }}</p>
      <div class="practice-board">
        <div class="meld"><div class="row">
          <span v-for="card in lying" :key="card[0]" :class="classes(card)" role="img" :aria-label="card[5]"><Face :card="card" /></span>
        </div></div>
        <div class="practice-bar">
          <button v-if="picked === '${FITS}'" type="button" class="button small" data-act="practice-put" @click="put">{{ texts.chip }}</button>
          <button v-if="laid" type="button" class="button small" data-act="practice-undo" @click="undo">{{ texts.undo_button }}</button>
        </div>
        <div class="practice-hand">
          <button v-for="card in held" :key="card[0]" type="button" :class="classes(card)" :data-practice="card[0]"
                  :aria-pressed="card[0] === picked" :aria-label="card[5]" @click="pick(card[0])"><Face :card="card" /></button>
        </div>
      </div>
    </section>`,
};
