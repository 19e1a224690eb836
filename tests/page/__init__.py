"""Tests in a browser: a package, for which there is one browser and one server."""
