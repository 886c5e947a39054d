export default {
  template: `
    <label class="name-field"><span>{{ label }}</span>
      <input ref="field" class="field" :maxlength="most" autocapitalize="words" autocomplete="off"
             @input="$emit('written', $event.target.value)" @keydown.enter="$emit('done')"></label>`,
  props: { label: String, name: String, most: Number },
  emits: ["written", "done"],
  mounted() {
    this.$refs.field.value = this.name; // not bound: what is being written is not put back when the page is drawn anew
  },
};
