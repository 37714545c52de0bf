// What a theme has: a script of its own.
document.documentElement.classList.add('has-script');
