// Seconds that go down to 0; what this device thinks the time is matters not.

export default {
  template: `<b class="countdown" aria-hidden="true">{{ left }}</b>`,
  props: { seconds: Number },
  data: () => ({ left: 0 }),
  mounted() {
    const end = performance.now() + this.seconds * 1000;
    const tick = () => (this.left = Math.max(0, Math.ceil((end - performance.now()) / 1000 - 0.05)));
    tick();
    this.ticking = setInterval(tick, 200);
  },
  beforeUnmount() {
    clearInterval(this.ticking);
  },
};
